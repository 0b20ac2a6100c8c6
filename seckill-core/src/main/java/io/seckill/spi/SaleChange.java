package io.seckill.spi;

import io.seckill.Sale;

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
     * @param quantity items to add, 1 to {@value io.seckill.Sale#MAX_TOTAL}
     */
    record AddStock(long quantity) implements SaleChange {

        /**
         * Checks the quantity.
         *
         * @throws IllegalArgumentException if it is out of bounds
         */
        public AddStock {
            if (quantity < 1 || quantity > Sale.MAX_TOTAL) {
                throw new IllegalArgumentException(
                        "stock to add must be 1 to " + Sale.MAX_TOTAL + ", but was " + quantity);
            }
        }
    }
}
