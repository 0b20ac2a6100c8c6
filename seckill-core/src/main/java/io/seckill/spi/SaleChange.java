package io.seckill.spi;

/**
 * One change of an open sale.
 *
 * @since 0.1
 */
public sealed interface SaleChange {

    /** Stops selling until resumed. Idempotent. */
    record Pause() implements SaleChange {}

    /** Sells again. Idempotent. */
    record Resume() implements SaleChange {}

    /** Ends the sale for good. Idempotent. */
    record Close() implements SaleChange {}

    /**
     * Adds items to the total and to what is available. Each application adds.
     *
     * @param quantity items to add, at least 1
     */
    record AddStock(long quantity) implements SaleChange {

        /**
         * Checks the quantity.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public AddStock {
            if (quantity < 1) {
                throw new IllegalArgumentException("stock to add must be at least 1, but was " + quantity);
            }
        }
    }
}
