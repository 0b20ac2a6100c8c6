package io.seckill;

import java.util.Objects;

/**
 * What a change did to a sale.
 *
 * @since 0.1
 */
public sealed interface SaleUpdate {

    /**
     * The sale is as asked for, by this change or since before.
     *
     * @param sale the sale as it is now
     */
    record Done(SaleStatus sale) implements SaleUpdate {

        /** Checks that nothing is missing. */
        public Done {
            Objects.requireNonNull(sale, "sale");
        }
    }

    /**
     * The sale does not allow it, and nothing changed.
     *
     * @param sale the sale as it is now
     * @param code names the rule for programs, such as {@code TOO_FEW_AVAILABLE}; it stays what it is
     * @param why a sentence that names the value and what to do
     */
    record Refused(SaleStatus sale, String code, String why) implements SaleUpdate {

        /** Checks that nothing is missing. */
        public Refused {
            Objects.requireNonNull(sale, "sale");
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(why, "why");
        }
    }

    /** There is no such sale. */
    record Unknown() implements SaleUpdate {}
}
