package io.seckill.spring.gate;

/** Names of stock guards. */
enum StockGuardKind {
    /** A string for each sale, changed by Lua. */
    REDIS_LUA,
    /** {@code UPDATE … WHERE available >= n}. */
    JDBC_CONDITIONAL,
    /** A version column, and trying again. */
    JDBC_VERSIONED,
    /** {@code SELECT … FOR UPDATE}. */
    JDBC_FOR_UPDATE,
    /** A number in this JVM. */
    IN_MEMORY
}
