package io.seckill.lab.stage;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.RedisLuaGate;
import io.seckill.redis.RedisLuaSaleRegistry;
import io.seckill.redis.driver.LuaScript;
import java.time.Duration;
import java.util.List;

/**
 * The gate's own script, one EVALSHA of plain Lettuce for each purchase: without engine, gate and driver, whose time is what it lacks.
 */
final class BarePurchase implements Contender {

    private static final RedisKeys KEYS = RedisKeys.defaults();
    private static final LuaScript PURCHASE = LuaScript.beside(RedisLuaGate.class, "purchase.lua");

    private final TimeSortedOrderIds orders = new TimeSortedOrderIds(new LocalNodeLease());
    private final Link link;
    private final RedisClient client;
    private final RedisAsyncCommands<String, String> commands;
    private final RedisLuaSaleRegistry registry;
    private SaleId sale = Windows.nextSale();

    BarePurchase(String redis) {
        link = new Link(redis);
        client = RedisClient.create(redis);
        commands = client.connect().async();
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
        commands.scriptLoad(PURCHASE.source()).toCompletableFuture().join();
    }

    @Override
    public Answer buy(String buyer) {
        int partition = KEYS.partition(sale);
        String[] keys = {KEYS.sale(sale), KEYS.buyers(sale), KEYS.outbox(partition)};
        List<String> reply = commands.<List<String>>evalsha(
                        PURCHASE.sha1(),
                        ScriptOutputType.MULTI,
                        keys,
                        sale.value(),
                        KEYS.signals(),
                        "outbox " + partition,
                        "",
                        buyer,
                        orders.next().value())
                .toCompletableFuture()
                .join();
        return switch (reply.get(0)) {
            case "A", "R" -> Answer.BOUGHT;
            case "L" -> Answer.BOUGHT_BEFORE;
            case "S" -> Answer.SOLD_OUT;
            default -> Answer.FAILED;
        };
    }

    @Override
    public long sold() {
        return registry.find(sale).map(SaleStatus::reserved).orElse(0L);
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        link.close();
    }
}
