/**
 * Limits that all nodes share: {@link io.seckill.redis.limit.RedisLuaRateLimiter}, a token bucket in one script, over any {@link
 * io.seckill.redis.driver.RedisDriver}.
 */
@NullMarked
package io.seckill.redis.limit;

import org.jspecify.annotations.NullMarked;
