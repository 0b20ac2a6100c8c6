package io.seckill.spi;

import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.SaleId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The books of a ledger, for those who compare them with the gate, rebuild the gate from them, or close them. Thread-safe.
 *
 * <p>Each method throws {@link SinkUnavailableException} if the ledger is out of order; calling it again settles it.
 *
 * @since 0.1
 */
public interface LedgerBooks {

    /** Returns the sale as the ledger has it; empty if it is unknown. */
    Optional<LedgerSale> sale(SaleId sale);

    /**
     * Returns one page of a sale's orders and recorded refusals, sorted by order id.
     *
     * @param after the last order of the page before; empty for the first page
     * @param limit how many at most, at least 1; fewer are returned only if there are no more
     */
    List<Order> orders(SaleId sale, Optional<OrderId> after, int limit);

    /** Returns what has become of the items of a sale's orders, all as of one instant; zeros if there are none. */
    Figures figures(SaleId sale);

    /** Returns those of the orders of whose change the gate has not been told for certain; one question however many they are. */
    Set<OrderId> untold(Collection<OrderId> orders);

    /**
     * Begins a new epoch of a sale and does some work in it, while nobody else changes what is held of the sale: deliveries and
     * cancellations wait. From then on what the gate accepted in an earlier epoch is refused, unless it is stored. If the work throws, there
     * is no new epoch.
     *
     * <p>Payments do not wait. Whoever gives the gate its data from the orders reads them again when the gate has it, and tells it of those
     * paid meanwhile; a later payment finds the data there.
     *
     * @param work is given the sale in its new epoch; it reads these books in the calling thread and changes nothing in them; it must
     *     bear being done again from the start after a conflict in the ledger
     * @return what the work returned; empty if the sale is unknown
     */
    <T> Optional<T> inNewEpoch(SaleId sale, Function<LedgerSale, T> work);

    /**
     * Corrects the number of items held of a sale to those of its live orders. Safe while orders are stored, paid and cancelled.
     *
     * @return the number before and now; empty if the sale is unknown
     * @throws IllegalStateException if there are more live items than the sale's total; nothing changes then
     */
    Optional<Held> correctHeld(SaleId sale);

    /**
     * Writes down a sale's final figures, once; later ones change nothing.
     *
     * @return the sale with its final figures; empty if it is unknown
     * @throws IllegalArgumentException if items are unpaid: those figures are not final
     */
    Optional<LedgerSale> settle(SaleId sale, Figures figures);

    /**
     * Items held before and after a correction.
     *
     * @param before as it was
     * @param now as it is
     */
    record Held(long before, long now) {}
}
