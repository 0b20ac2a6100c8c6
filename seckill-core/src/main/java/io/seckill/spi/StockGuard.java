package io.seckill.spi;

import io.seckill.SaleId;
import java.util.OptionalLong;

/**
 * Counts the items still for sale and never lets the count fall below zero.
 *
 * @since 0.1
 */
public interface StockGuard {

    /**
     * Starts the count of a sale unless it was started before.
     *
     * @param sale the sale to count for
     * @param items the first count, at least 0
     * @return whether this call started it
     * @throws IllegalArgumentException if {@code items} is negative
     */
    boolean start(SaleId sale, long items);

    /**
     * Takes items, all of them or none.
     *
     * @param sale the sale to take from
     * @param quantity how many items, at least 1
     * @return items left after the take, at least 0; empty if there were fewer than {@code quantity} or the count was never started, in
     *     which case nothing was taken
     * @throws IllegalArgumentException if {@code quantity} is less than 1
     */
    OptionalLong tryTake(SaleId sale, int quantity);

    /**
     * Puts items back, or adds new ones. Not idempotent: call it once for each take that is undone.
     *
     * @param sale the sale to put back to; nothing happens if its count was never started
     * @param quantity how many items, at least 1
     * @throws IllegalArgumentException if {@code quantity} is less than 1
     */
    void giveBack(SaleId sale, long quantity);

    /** Returns the items left, empty if the count was never started. */
    OptionalLong available(SaleId sale);
}
