/**
 * The locks of Redisson as {@link io.seckill.spi.DistributedLock}s. Needs {@code org.redisson:redisson} on the class path.
 */
@NullMarked
package io.seckill.redis.redisson;

import org.jspecify.annotations.NullMarked;
