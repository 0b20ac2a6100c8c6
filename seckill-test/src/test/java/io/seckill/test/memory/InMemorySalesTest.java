package io.seckill.test.memory;

import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.test.contract.SalesContract;
import java.time.Clock;

class InMemorySalesTest extends SalesContract {

    private final Outbox outbox = new InMemoryOutbox();
    private final StockGuard stock = new InMemoryStockGuard();
    private final SaleRegistry registry = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
    private final AdmissionGate gate =
            new ComposedGate(registry, new InMemoryOnePerUserGuard(), stock, outbox::append, Runnable::run);

    @Override
    protected AdmissionGate gate() {
        return gate;
    }

    @Override
    protected SaleRegistry registry() {
        return registry;
    }

    @Override
    protected Outbox outbox() {
        return outbox;
    }
}
