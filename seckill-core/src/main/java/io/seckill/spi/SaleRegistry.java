package io.seckill.spi;

import io.seckill.AuditEntry;
import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the sales of a gate: definition, state, counters.
 *
 * @since 0.1
 */
public interface SaleRegistry {

    /**
     * Creates the sale if it is absent, in one atomic step. It counts as the same definition if everything agrees, or differs only in a
     * total or an end of the window that the sale was created with.
     */
    Opening open(Sale sale);

    /** Returns the sale as it is now, empty if it is unknown. */
    Optional<SaleStatus> find(SaleId sale);

    /** Returns the ids of all sales, in no order; a settled one until its data has expired. */
    List<SaleId> ids();

    /**
     * Applies a change of state or window once, in one atomic step with its audit. A change under a key is made only if none was made under
     * that key before.
     *
     * @return done, if the sale is so now; refused, and nothing changed: a sale that is over takes no change but its settlement, one that
     *     is rebuilt none at all; or unknown
     */
    SaleUpdate change(SaleId sale, SaleChange change, Operator by);

    /**
     * Adds items to a sale, or takes out items that nobody holds, in its total and in what is available, once. Without a key, each call
     * does. That another change was made under the key is no reason to refuse it here: {@link StockChange#before()} tells, and the caller
     * compares.
     *
     * <p>Changes of one sale's stock are made one after the other. What a crash leaves half done is finished by the next change, or by {@link
     * #finishStockChange}.
     *
     * @param difference items to add, negative to take out, not 0
     * @param book learns the new total: before items are added, after they were taken out
     */
    StockChange changeStock(SaleId sale, long difference, Operator by, StockChange.Book book);

    /**
     * Finishes a change of a sale's stock that was left half done. One under way is left to its maker; waits until there is none. Nothing
     * happens if there is none.
     *
     * @param book learns the new total
     */
    default void finishStockChange(SaleId sale, StockChange.Book book) {}

    /** Notes something that an operator did to what belongs to a sale; nothing happens if the sale is unknown. */
    void note(SaleId sale, String what, Operator by);

    /** Returns the changes that were made, oldest first; empty if the sale is unknown. */
    List<AuditEntry> audit(SaleId sale);

    /** Returns whether stock and buyers are lost with this registry's data, and can be made anew from a ledger ({@link GateBooks}). */
    default boolean canBeRebuilt() {
        return false;
    }

    /** Returns whether its gate moves what is paid from reserved to sold ({@link SoldCount}). */
    default boolean countsSold() {
        return true;
    }
}
