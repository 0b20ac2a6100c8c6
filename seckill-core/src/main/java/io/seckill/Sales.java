package io.seckill;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Opens sales and steers them. Thread-safe; every operation but {@link #addStock} may be repeated, and all hold on all nodes at once.
 *
 * <p>Each method throws {@link SeckillUnavailableException} if a backend gave no usable answer; calling it again settles it, except
 * {@link #addStock}.
 *
 * @since 0.1
 */
public interface Sales {

    /**
     * Makes the sale known, in the ledger (if there is one) and then in the gate; creates nothing that is there already. A sale opened
     * before its window starts selling by itself when the window opens.
     *
     * <p>A gate that lost its data does not know the sale any more: opening it again there offers the whole stock again, and only the
     * ledger, where there is one, still refuses what exceeds it.
     *
     * @return created, unchanged, or different with the existing definition; a different one changes nothing
     */
    Opening open(Sale sale);

    /** Returns the sale as it is now, empty if it was never opened. */
    Optional<SaleStatus> find(SaleId sale);

    /** Returns every known sale as it is now, by opening time and id. */
    List<SaleStatus> list();

    /** Stops selling until resumed, and returns the sale; a closed sale stays closed. Empty if it was never opened. */
    Optional<SaleStatus> pause(SaleId sale);

    /** Sells again after a pause, and returns the sale; a closed sale stays closed. Empty if it was never opened. */
    Optional<SaleStatus> resume(SaleId sale);

    /**
     * Adds items, in the ledger (if there is one) and then in the gate, and returns the sale. Not idempotent: each call adds; after a
     * failure whose outcome is unknown, compare the total before adding again. A closed
     * sale takes no stock and is returned unchanged. Empty if the sale was never opened.
     *
     * @param quantity items to add, at least 1
     * @throws IllegalArgumentException if the quantity is less than 1 or the total would exceed {@value Sale#MAX_TOTAL}
     */
    Optional<SaleStatus> addStock(SaleId sale, long quantity);

    /** Ends the sale for good, and returns it; reservations already accepted still become orders. Empty if it was never opened. */
    Optional<SaleStatus> close(SaleId sale);

    /**
     * Adds items, in the ledger (if there is one) and then in the gate. Idempotent by the operator's key; without one, each call adds.
     *
     * @param quantity items to add, at least 1
     * @return refused if the sale is closed or the total would exceed {@value Sale#MAX_TOTAL}
     */
    default SaleUpdate addStock(SaleId sale, long quantity, Operator by) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Takes items out of the sale, never those that somebody holds. Idempotent by the operator's key; without one, each call takes.
     *
     * @param quantity items to take out, at least 1
     * @return refused if fewer are available, or nothing would be left of the total, or the sale is closed
     */
    default SaleUpdate withdrawStock(SaleId sale, long quantity, Operator by) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Stops selling until resumed. Refused if the sale is closed. */
    default SaleUpdate pause(SaleId sale, Operator by) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Sells again after a pause. Refused if the sale is closed, or is being rebuilt. */
    default SaleUpdate resume(SaleId sale, Operator by) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Moves the end of the window to a later instant. Refused if the sale is closed or ends later already. */
    default SaleUpdate extend(SaleId sale, Instant closes, Operator by) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Ends the sale for good; reservations already accepted still become orders. */
    default SaleUpdate close(SaleId sale, Operator by) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Makes the figures of a closed sale final: keeps them in the ledger, and lets its data in the gate expire after a while.
     *
     * @return refused, with what is missing, unless the sale is over and everything has been delivered, paid or cancelled, and agrees
     */
    default SaleUpdate settle(SaleId sale, Operator by) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Returns the changes that were made to a sale, oldest first; empty if it is unknown. */
    default List<AuditEntry> audit(SaleId sale) {
        throw new UnsupportedOperationException("not yet");
    }
}
