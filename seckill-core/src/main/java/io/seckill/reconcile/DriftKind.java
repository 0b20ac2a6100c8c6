package io.seckill.reconcile;

import java.util.Locale;

/**
 * How gate and ledger can differ, and what a repair does about it.
 *
 * @since 0.1
 */
public enum DriftKind {
    /** Only one of gate and ledger knows the sale. Repair: none; rebuild it, or open it in the ledger. */
    SALE_MISSING,
    /** The gate sells another total than the ledger knows. Repair: the ledger's, unless more than that is held. */
    TOTALS_DIFFER,
    /** The gate's data is of another epoch than the ledger's. Repair: none; rebuild the sale. */
    EPOCHS_DIFFER,
    /** Available, reserved and sold do not add up to the gate's total. Repair: counts again what the buyers hold. */
    COUNTERS_DO_NOT_ADD_UP,
    /** Reserved or sold is not what the buyers hold in the gate. Repair: counts again what the buyers hold. */
    COUNTERS_DIFFER_FROM_HOLDINGS,
    /** The items that the ledger holds are not those of its live orders. Repair: counts again the live orders. */
    LEDGER_COUNT_DIFFERS,
    /** The gate holds it for the buyer, but it is in no outbox, no dead letter and not in the ledger. Repair: into the outbox again. */
    ORDER_LOST,
    /** An unpaid or paid order that the gate knows nothing of. Repair: the gate holds it. */
    ORDER_NOT_HELD,
    /** An unpaid or paid order that the gate has released. Repair: the gate holds it. */
    LIVE_BUT_RELEASED,
    /** A cancelled or refused order that the gate still holds. Repair: the gate releases it. */
    DEAD_BUT_HELD,
    /** A paid order that the gate does not count as sold. Repair: it is counted. */
    PAID_NOT_SOLD,
    /** An unpaid order that the gate counts as sold. Repair: it is counted as reserved. */
    SOLD_NOT_PAID;

    /** Returns the kind as a word for meters, such as {@code order-lost}. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
