package io.seckill.spi;

import io.seckill.SaleId;
import java.util.function.Consumer;

/**
 * Announces, to every node, that a sold-out sale has stock again. Best effort: an announcement may be lost, so a listener must not
 * depend on it alone.
 *
 * @since 0.1
 */
public interface StockReturns {

    /**
     * Calls the listener after stock came back to a sale, until the returned handle is closed. The listener must not block.
     *
     * @return the handle; closing it twice is harmless
     */
    Subscription onStockReturned(Consumer<SaleId> listener);
}
