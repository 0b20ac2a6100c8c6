/** Limits on real Redis: their contract on every driver, and what time and failures do to them. */
@NullMarked
package io.seckill.redis.limit;

import org.jspecify.annotations.NullMarked;
