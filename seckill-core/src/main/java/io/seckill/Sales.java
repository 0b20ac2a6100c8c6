package io.seckill;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Opens sales and steers them, while they sell or not. Thread-safe; every change may be repeated, holds on all nodes at once, and is
 * noted with who made it. Of all changes of one sale under one key of an {@link Operator}, at most one is made.
 *
 * <p>Each method throws {@link SeckillUnavailableException} if a backend gave no usable answer; calling it again settles it, a change of
 * stock if it has a key.
 *
 * @since 0.1
 */
public interface Sales {

    /**
     * Makes the sale known, in the ledger (if there is one) and then in the gate; creates nothing that is there already. A sale opened
     * before its window starts selling by itself when the window opens.
     *
     * <p>A gate that lost its data does not know the sale any more. If it can be rebuilt from the ledger, and there are orders, nothing is
     * opened. Otherwise (a composed gate, a gate in memory, a ledger without {@link io.seckill.spi.LedgerBooks}, no ledger) what was lost is
     * offered again, and only the ledger, where there is one, still refuses what exceeds the stock.
     *
     * @return created, unchanged, different with the existing definition, or lost; the last two change nothing
     */
    Opening open(Sale sale);

    /** Returns the sale as it is now, empty if it was never opened. */
    Optional<SaleStatus> find(SaleId sale);

    /** Returns every known sale as it is now, by opening time and id. */
    List<SaleStatus> list();

    /**
     * Adds items, in the ledger (if there is one) and then in the gate. Idempotent by the operator's key; without one, each call adds.
     *
     * @param quantity items to add, at least 1
     * @return refused if the sale is closed, the total would exceed {@value Sale#MAX_TOTAL}, or another change was made under the key
     */
    SaleUpdate addStock(SaleId sale, long quantity, Operator by);

    /**
     * Takes items out of the sale, never those that somebody holds. Idempotent by the operator's key; without one, each call takes.
     *
     * @param quantity items to take out, at least 1
     * @return refused if fewer are available, nothing would be left of the total, the sale is closed, or another change was made under the
     *     key
     */
    SaleUpdate withdrawStock(SaleId sale, long quantity, Operator by);

    /** Stops selling until resumed, and finishes a change of stock that was left half done. Refused if the sale is closed or being rebuilt. */
    SaleUpdate pause(SaleId sale, Operator by);

    /** Sells again after a pause. Refused if the sale is closed, or is being rebuilt. */
    SaleUpdate resume(SaleId sale, Operator by);

    /** Moves the end of the window to a later instant. Refused if the sale is closed or ends later already. */
    SaleUpdate extend(SaleId sale, Instant closes, Operator by);

    /** Ends the sale for good; reservations already accepted still become orders. */
    SaleUpdate close(SaleId sale, Operator by);

    /**
     * Makes the figures of a sale final that is over, and closes it for that if only its window is: keeps them in the ledger, and lets its
     * data in the gate expire after a while.
     *
     * @return refused, with what is missing, unless the sale is over and everything has been delivered, paid or cancelled, and agrees
     */
    SaleUpdate settle(SaleId sale, Operator by);

    /** Returns the changes that were made to a sale, oldest first; empty if it is unknown. */
    List<AuditEntry> audit(SaleId sale);
}
