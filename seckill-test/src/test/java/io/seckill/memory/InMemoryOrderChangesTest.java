package io.seckill.memory;

import io.seckill.Sale;
import io.seckill.spi.OrderLedger;
import io.seckill.test.contract.MovableClock;
import io.seckill.test.contract.OrderChangesContract;

class InMemoryOrderChangesTest extends OrderChangesContract {

    private final MovableClock clock = new MovableClock();
    private final InMemoryOrderLedger ledger = new InMemoryOrderLedger(clock);

    @Override
    protected OrderLedger ledger() {
        return ledger;
    }

    @Override
    protected MovableClock clock() {
        return clock;
    }

    @Override
    protected long held(Sale sale) {
        return ledger.sale(sale.id()).orElseThrow().held();
    }
}
