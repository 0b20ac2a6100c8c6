package io.seckill.spi;

import io.seckill.SaleId;

/**
 * Items of a sale's orders and recorded refusals in the ledger, by where they stand.
 *
 * @param unpaid items waiting for their payment
 * @param paid items sold for good
 * @param cancelled items of cancelled orders
 * @param refused items that never became an order
 * @since 0.1
 */
public record Figures(long unpaid, long paid, long cancelled, long refused) {

    /**
     * Checks that nothing is negative.
     *
     * @throws IllegalArgumentException if a number is; the message names all
     */
    public Figures {
        if (unpaid < 0 || paid < 0 || cancelled < 0 || refused < 0) {
            throw new IllegalArgumentException("figures must not be negative, but unpaid is " + unpaid + ", paid "
                    + paid + ", cancelled " + cancelled + ", refused " + refused);
        }
    }

    /** Returns the items of live orders: unpaid or paid. */
    public long live() {
        return unpaid + paid;
    }

    /**
     * Checks that they can be the final figures of a sale.
     *
     * @throws IllegalArgumentException if items are unpaid
     */
    public void checkFinal(SaleId sale) {
        if (unpaid > 0) {
            throw new IllegalArgumentException(
                    "sale " + sale + " has " + unpaid + " items unpaid; settle it when they are paid or cancelled");
        }
    }
}
