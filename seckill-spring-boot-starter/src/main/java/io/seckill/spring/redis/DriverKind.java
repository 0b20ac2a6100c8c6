package io.seckill.spring.redis;

/** Which driver to use. */
enum DriverKind {
    /** Lettuce if the connection factory is one of Lettuce, else Spring Data. */
    AUTO,
    /** A Lettuce connection of our own: asynchronous and pipelined. */
    LETTUCE,
    /** Any connection factory, such as one for Jedis or Redisson. */
    SPRING_DATA
}
