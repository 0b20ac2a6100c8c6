/**
 * What happens to orders after they are stored: payment, cancellation, the end of the deadline, payments that came too late.
 *
 * <p>{@link io.seckill.order.OrderDesk} serves the host, {@link io.seckill.order.OrderSweep} does what time brings. Both change the ledger
 * first and tell the gate afterwards; what the gate could not be told stays noted in the ledger until a sweep of any node has told it.
 */
@NullMarked
package io.seckill.order;

import org.jspecify.annotations.NullMarked;
