/**
 * A lock on Redis: {@link io.seckill.redis.lock.RedisLuaLock}, over any {@link io.seckill.redis.driver.RedisDriver}.
 *
 * <p>Three scripts take, renew and give back a lock under an owner that is drawn at random for each lease. Of the threads of a JVM that
 * wait for one name, one asks Redis and the others stand in line behind it.
 */
@NullMarked
package io.seckill.redis.lock;

import org.jspecify.annotations.NullMarked;
