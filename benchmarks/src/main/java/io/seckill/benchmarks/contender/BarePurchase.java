package io.seckill.benchmarks.contender;

import io.seckill.BuyerId;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.RedisLuaGate;
import io.seckill.redis.RedisLuaSaleRegistry;
import java.util.List;

/** The gate's own script, called once for each purchase without the engine: what is left of the time is the engine's. */
final class BarePurchase implements Contender {

    private static final RedisKeys KEYS = RedisKeys.defaults();

    private final TimeSortedOrderIds orders = new TimeSortedOrderIds(new LocalNodeLease());
    private final Link link;
    private final RedisLuaGate gate;
    private final RedisLuaSaleRegistry registry;
    private SaleId sale = Windows.nextSale();

    BarePurchase(String redis) {
        link = new Link(redis);
        gate = new RedisLuaGate(link.driver, KEYS);
        registry = new RedisLuaSaleRegistry(link.driver, KEYS);
    }

    @Override
    public String name() {
        return Contenders.BARE_PURCHASE;
    }

    @Override
    public void open(long stock) {
        sale = Windows.nextSale();
        registry.open(Windows.open(sale, stock));
    }

    @Override
    public Answer buy(String buyer) {
        Reservation wanted = Reservation.of(sale, new BuyerId(buyer), orders.next(), 1);
        return Answer.of(
                gate.admit(sale, List.of(wanted)).toCompletableFuture().join().get(0));
    }

    @Override
    public long sold() {
        return registry.find(sale).map(SaleStatus::reserved).orElse(0L);
    }

    @Override
    public void close() {
        link.close();
    }
}
