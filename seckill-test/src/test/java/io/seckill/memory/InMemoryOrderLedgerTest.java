package io.seckill.memory;

import io.seckill.Order;
import io.seckill.OrderStatus;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.OrderLedger;
import io.seckill.test.contract.OrderLedgerContract;
import java.time.Clock;
import java.util.Collection;
import java.util.Optional;

class InMemoryOrderLedgerTest extends OrderLedgerContract {

    private final InMemoryOrderLedger ledger = new InMemoryOrderLedger(Clock.systemUTC());

    @Override
    protected OrderLedger ledger() {
        return ledger;
    }

    @Override
    protected Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    protected Collection<Reservation> stored(Sale sale) {
        return ledger.orders(sale.id(), Optional.empty(), Integer.MAX_VALUE).stream()
                .filter(order -> order.status() == OrderStatus.UNPAID)
                .map(Order::reservation)
                .toList();
    }

    @Override
    protected long held(Sale sale) {
        return ledger.sale(sale.id()).orElseThrow().held();
    }
}
