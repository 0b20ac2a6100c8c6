/** The lock on real Redis: its contract on every driver, what breaks it, and a gate behind it. */
@NullMarked
package io.seckill.redis.lock;

import org.jspecify.annotations.NullMarked;
