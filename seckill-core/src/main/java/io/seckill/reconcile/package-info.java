/**
 * Compares what the gate says of a sale with what the ledger says, mends what differs, and makes the gate's data anew from the ledger.
 *
 * <p>{@link io.seckill.reconcile.Reconciler} is the door: a {@link io.seckill.reconcile.DriftReport} at any time without stopping the sale,
 * a repair of a sale that rests, a rebuild after the gate lost its data.
 */
@NullMarked
package io.seckill.reconcile;

import org.jspecify.annotations.NullMarked;
