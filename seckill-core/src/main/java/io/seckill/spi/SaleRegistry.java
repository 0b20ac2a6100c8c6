package io.seckill.spi;

import io.seckill.Opening;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the sales of a gate: definition, state, counters.
 *
 * @since 0.1
 */
public interface SaleRegistry {

    /**
     * Creates the sale if it is absent, in one atomic step. It counts as the same definition if window and limit agree and the total is
     * the one it was created with or has now.
     */
    Opening open(Sale sale);

    /** Returns the sale as it is now, empty if it is unknown. */
    Optional<SaleStatus> find(SaleId sale);

    /** Returns the ids of all sales, in no order. */
    List<SaleId> ids();

    /**
     * Applies a change and returns the sale as it is then. A closed sale takes no change and is returned as it is.
     *
     * @return the sale, empty if it is unknown
     * @throws IllegalArgumentException if added stock would lift the total above {@value io.seckill.Sale#MAX_TOTAL}; nothing changed
     */
    Optional<SaleStatus> change(SaleId sale, SaleChange change);
}
