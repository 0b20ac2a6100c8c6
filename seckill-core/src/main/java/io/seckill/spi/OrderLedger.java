package io.seckill.spi;

import io.seckill.Opening;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.Sale;
import io.seckill.SaleId;
import java.util.Optional;

/**
 * An order sink that keeps the orders itself and can be asked. It knows the sales too, and is the last line of defence: it stores no
 * order beyond a sale's total or a buyer's limit, whatever the gate accepted.
 *
 * @since 0.1
 */
public interface OrderLedger extends OrderSink {

    /**
     * Makes a sale known before its first reservation is delivered; creates nothing that is there already.
     *
     * @return created, unchanged, or different with the existing definition; a different one changes nothing
     * @throws SinkUnavailableException if the ledger is out of order
     */
    Opening open(Sale sale);

    /**
     * Lifts the total of a sale; each call adds.
     *
     * @param quantity items to add, at least 1
     * @return whether the sale is known
     * @throws SinkUnavailableException if the ledger is out of order
     */
    boolean addStock(SaleId sale, long quantity);

    /**
     * Returns the order, or the recorded refusal; empty if nothing was delivered under this id yet.
     *
     * @throws SinkUnavailableException if the ledger is out of order
     */
    Optional<Order> find(OrderId order);
}
