package io.seckill.memory;

import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.OrderLedger;
import io.seckill.test.contract.OrderLedgerContract;
import java.time.Clock;
import java.util.Collection;

/** Stands in the package of the ledger, because cancelling is not public yet. */
class InMemoryOrderLedgerTest extends OrderLedgerContract {

    private final InMemoryOrderLedger ledger = new InMemoryOrderLedger(Clock.systemUTC());

    @Override
    protected OrderLedger ledger() {
        return ledger;
    }

    @Override
    protected Collection<Reservation> stored(Sale sale) {
        return ledger.live(sale.id()).stream().map(Order::reservation).toList();
    }

    @Override
    protected void cancel(OrderId order) {
        ledger.cancel(order);
    }

    @Override
    protected long held(Sale sale) {
        return ledger.held(sale.id());
    }
}
