/** The locks of Redisson on real Redis. */
@NullMarked
package io.seckill.redis.redisson;

import org.jspecify.annotations.NullMarked;
