/**
 * Buying: one call to {@link io.seckill.Seckill}, and an HTTP status for each of its endings.
 */
@NullMarked
package io.seckill.sample.purchase;

import org.jspecify.annotations.NullMarked;
