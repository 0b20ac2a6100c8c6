package io.seckill.reconcile;

import io.seckill.Operator;
import io.seckill.SaleId;
import java.util.Optional;

/**
 * Compares gate, outbox and ledger, and mends them. Thread-safe.
 *
 * <p>Each method throws {@link io.seckill.SeckillUnavailableException} if the gate or the ledger gave no usable answer; calling it again
 * settles it.
 *
 * @since 0.1
 */
public interface Reconciler {

    /**
     * Tells what differs, without stopping the sale. What is on its way between gate and ledger is no difference: an order is named only if
     * it differs in two looks at it.
     *
     * <p>Reads all orders and holdings of the sale, page by page; takes the longer the more there are, and at least a moment if something
     * differs at first sight.
     *
     * @return the report; empty if gate and ledger both do not know the sale
     */
    Optional<DriftReport> check(SaleId sale);

    /** Tells what {@link #repair} would do now, and changes nothing. */
    Repair planRepair(SaleId sale);

    /**
     * Mends what differs, as each {@link DriftKind} says, with the ledger's word as the truth. Only for a sale that rests: paused, closed or
     * past its window, with nothing of it in the outbox. Idempotent: repeating it, after a crash too, changes only what still differs.
     *
     * @param by who wants it, for the audit; a key is not needed, for there is nothing to do twice
     */
    Repair repair(SaleId sale, Operator by);

    /**
     * Makes the gate's data of a sale anew from the ledger's orders, in a new epoch, and leaves the sale paused. For a gate that lost data,
     * all of it or its last writes. Not for a sale that is selling: pause it first.
     *
     * <p>What lies in the outbox is delivered first, as far as that works in a while. What is delivered later, of an earlier epoch and not
     * in the ledger, is refused there and changes nothing in the gate. A crash leaves the sale as {@link
     * io.seckill.SaleState#REBUILDING}, which sells nothing; repeating the call finishes it.
     *
     * @param by who wants it, for the audit
     */
    Rebuild rebuild(SaleId sale, Operator by);
}
