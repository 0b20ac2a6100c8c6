package io.seckill.spring.gate;

/** Names of one-per-user guards. */
enum OnePerUserGuardKind {
    /** A hash for each sale, changed by Lua. */
    REDIS_LUA,
    /** A unique index. */
    JDBC,
    /** A map in this JVM. */
    IN_MEMORY
}
