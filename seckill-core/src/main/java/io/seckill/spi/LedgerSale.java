package io.seckill.spi;

import io.seckill.Sale;
import java.util.Objects;
import java.util.Optional;

/**
 * A sale as the ledger has it.
 *
 * @param sale the definition in force
 * @param initial the definition it was opened with
 * @param held items of live orders
 * @param epoch how often the gate's data was rebuilt; what a gate accepted in an earlier epoch is refused
 * @param settled the final figures, once it is settled
 * @since 0.1
 */
public record LedgerSale(Sale sale, Sale initial, long held, int epoch, Optional<Figures> settled) {

    /** Checks that nothing is missing. */
    public LedgerSale {
        Objects.requireNonNull(sale, "sale");
        Objects.requireNonNull(initial, "initial");
        Objects.requireNonNull(settled, "settled");
    }

    /** Makes a sale that is just being opened. */
    public LedgerSale(Sale sale) {
        this(sale, sale, 0, 0, Optional.empty());
    }

    /** Returns whether a definition is this sale's: total and end of the window may be those of the beginning or those of now. */
    public boolean isDefinedAs(Sale other) {
        return sale.id().equals(other.id())
                && sale.limit() == other.limit()
                && sale.opens().equals(other.opens())
                && sale.payWithin().equals(other.payWithin())
                && (sale.total() == other.total() || initial.total() == other.total())
                && (sale.closes().equals(other.closes()) || initial.closes().equals(other.closes()));
    }

    /**
     * Checks that so many items may be held.
     *
     * @throws IllegalStateException if they are more than the total
     */
    public void checkLive(long items) {
        if (items > sale.total()) {
            throw new IllegalStateException("sale " + sale.id() + " has a total of " + sale.total()
                    + ", but live orders of " + items + " items; raise the total or cancel some");
        }
    }
}
