/**
 * How often a purchase may ask: {@link io.seckill.limit.RateLimit} says it, {@link io.seckill.limit.PurchaseLimits} puts the limiters of
 * a node in their order. Limiters themselves live where their technology does.
 */
@NullMarked
package io.seckill.limit;

import org.jspecify.annotations.NullMarked;
