/**
 * A sale on Redis: the gate, the registry and the guards, each a few lines of Java around one Lua script.
 *
 * <p>The scripts lie beside these classes as {@code .lua} resources and are executed through {@link io.seckill.redis.driver.RedisDriver},
 * so everything here works with every Redis client that has a driver. {@link io.seckill.redis.RedisKeys} is the one place that knows key
 * names, {@code Entry} the one place that knows how a reservation is written.
 */
@NullMarked
package io.seckill.redis;

import org.jspecify.annotations.NullMarked;
