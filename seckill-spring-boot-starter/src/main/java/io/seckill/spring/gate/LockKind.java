package io.seckill.spring.gate;

/** Names of locks. */
enum LockKind {
    /** No lock, whatever locks the application has. */
    NONE,
    /** The application's own, such as one on Redisson or ZooKeeper. */
    BEAN,
    /** Among the threads of this JVM. */
    IN_MEMORY,
    /** A key with an owner, changed by Lua. */
    REDIS_LUA,
    /** A row with an owner and an end. */
    JDBC_ROW,
    /** {@code GET_LOCK}, on a connection that is kept as long. */
    JDBC_NAMED
}
