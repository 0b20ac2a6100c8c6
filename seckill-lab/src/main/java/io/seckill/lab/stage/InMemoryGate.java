package io.seckill.lab.stage;

import io.seckill.BuyerId;
import io.seckill.PurchaseRequest;
import io.seckill.SaleId;
import io.seckill.engine.EngineConfig;
import io.seckill.engine.SeckillEngine;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.SeckillMetrics;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The composed gate and its parts within this JVM: no server at all. */
final class InMemoryGate implements Contender {

    private static final int OUTBOX = 10_000_000;

    private SaleId sale = Windows.nextSale();
    private long stock;
    private InMemoryStockGuard items = new InMemoryStockGuard();
    private @Nullable SeckillEngine engine;

    @Override
    public String name() {
        return Contenders.IN_MEMORY;
    }

    @Override
    public void open(long newStock) {
        close();
        sale = Windows.nextSale();
        stock = newStock;
        items = new InMemoryStockGuard();
        InMemorySaleRegistry sales = new InMemorySaleRegistry(Clock.systemUTC());
        new ComposedSaleRegistry(sales, items).open(Windows.open(sale, stock));
        InMemoryOutbox outbox = new InMemoryOutbox(OUTBOX, Duration.ofSeconds(10));
        engine = new SeckillEngine(
                new ComposedGate(sales, new InMemoryOnePerUserGuard(), items, outbox::append, Runnable::run),
                new TimeSortedOrderIds(new LocalNodeLease()),
                SeckillMetrics.NONE,
                EngineConfig.DEFAULT,
                Runnable::run);
    }

    @Override
    public Answer buy(String buyer) {
        if (engine == null) {
            throw new IllegalStateException("no sale is open");
        }
        return Answer.of(engine.buy(PurchaseRequest.of(sale, new BuyerId(buyer))));
    }

    @Override
    public long sold() {
        return stock - items.available(sale).orElse(0);
    }

    @Override
    public Set<String> commands() {
        return Set.of();
    }

    @Override
    public void close() {
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }
}
