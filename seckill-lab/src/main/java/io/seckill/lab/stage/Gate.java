package io.seckill.lab.stage;

import io.seckill.BuyerId;
import io.seckill.PurchaseRequest;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.engine.EngineConfig;
import io.seckill.engine.SeckillEngine;
import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.RedisLuaGate;
import io.seckill.redis.RedisLuaSaleRegistry;
import io.seckill.redis.RedisOutbox;
import io.seckill.spi.SeckillMetrics;
import java.time.Duration;
import java.util.function.Consumer;

/** This library: the engine over the Lua gate. Callbacks run on the I/O thread, as those of a comparison only count. */
public final class Gate implements Shareable {

    private static final RedisKeys KEYS = RedisKeys.defaults();

    private final String name;
    private final Link link;
    private final RedisLuaGate gate;
    private final RedisLuaSaleRegistry registry;
    private final SeckillEngine engine;
    private final Pause think;
    private SaleId sale = Windows.nextSale();

    /** Connects to the server with this URI. */
    public Gate(String name, String redis, EngineConfig config) {
        this(name, redis, config, new Pause(Duration.ZERO));
    }

    Gate(String name, String redis, EngineConfig config, Pause think) {
        this.name = name;
        this.think = think;
        link = new Link(redis);
        gate = new RedisLuaGate(link.driver, KEYS);
        registry = new RedisLuaSaleRegistry(link.driver, KEYS);
        engine = new SeckillEngine(
                gate, new TimeSortedOrderIds(new LocalNodeLease()), SeckillMetrics.NONE, config, Runnable::run);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void open(long stock) {
        sale = Windows.nextSale(); // a new one, so that the engine has no memory of the last
        registry.open(definition(stock));
    }

    /** Returns the present sale with this stock. */
    public Sale definition(long stock) {
        return Windows.open(sale, stock);
    }

    @Override
    public String sale() {
        return sale.value();
    }

    @Override
    public void join(String other, long stock) {
        sale = new SaleId(other);
    }

    @Override
    public Noticed noticed() {
        return Noticed.NOTHING;
    }

    @Override
    public Answer buy(String buyer) {
        think.take();
        return Answer.of(engine.buy(request(buyer)));
    }

    @Override
    public void submit(String buyer, Consumer<Answer> answered) {
        engine.submit(request(buyer))
                .whenComplete((result, error) -> answered.accept(error == null ? Answer.of(result) : Answer.FAILED));
    }

    private PurchaseRequest request(String buyer) {
        return PurchaseRequest.of(sale, new BuyerId(buyer));
    }

    @Override
    public long sold() {
        return registry.find(sale).map(SaleStatus::reserved).orElse(0L);
    }

    /** Returns a node's view of the outbox, for those who make the orders. */
    public RedisOutbox outbox() {
        return new RedisOutbox(link.driver, KEYS);
    }

    /** Returns the gate itself, for those who make the orders. */
    public RedisLuaGate gate() {
        return gate;
    }

    /** Returns the engine, for callers who have made their requests before. */
    public SeckillEngine engine() {
        return engine;
    }

    @Override
    public void close() {
        engine.close();
        link.close();
    }
}
