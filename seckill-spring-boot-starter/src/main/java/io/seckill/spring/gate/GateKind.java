package io.seckill.spring.gate;

/**
 * Names of gates.
 *
 * @since 0.1
 */
public enum GateKind {
    /** One Lua script decides and hands over. Among nodes; the default. */
    REDIS_LUA,
    /** Two guards, perhaps behind a lock, and the outbox, each where {@code seckill.composed} says. Among nodes. */
    COMPOSED,
    /** Everything in this JVM, lost with it. For tests and demos. */
    IN_MEMORY;

    static final String PROPERTY = "seckill.gate";
}
