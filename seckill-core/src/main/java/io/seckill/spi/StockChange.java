package io.seckill.spi;

import io.seckill.SaleUpdate;
import java.util.Objects;

/**
 * What changing the stock of a sale did.
 *
 * @param update what the sale is now
 * @param made whether this very call made the change; if not, one was made before under the same key, or it is refused
 * @param before what was made before under the same key, in {@linkplain #words(long) words}; empty if nothing was, or nobody knows
 * @since 0.1
 */
public record StockChange(SaleUpdate update, boolean made, String before) {

    /** Checks that nothing is missing. */
    public StockChange {
        Objects.requireNonNull(update, "update");
        Objects.requireNonNull(before, "before");
    }

    /** Makes an answer of which nothing was made before, or nobody knows. */
    public StockChange(SaleUpdate update, boolean made) {
        this(update, made, "");
    }

    /**
     * Returns the change in words, for the audit.
     *
     * @param difference items to add, negative to take out
     */
    public static String words(long difference) {
        return (difference < 0 ? "withdraw-stock " : "add-stock ") + Math.abs(difference);
    }

    /**
     * Learns a new total on the gate's behalf: before items are added, and after items were taken out, so that it never knows less than
     * the gate sells.
     */
    @FunctionalInterface
    public interface Book {

        /** A gate without a ledger. */
        Book NONE = (from, to) -> true;

        /**
         * Changes the total from one number to the other. Called again for a change that somebody left half done.
         *
         * @return whether the total is {@code to} now; if not, nothing is added
         */
        boolean changeTotal(long from, long to);
    }
}
