package io.seckill.lab.stage;

import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.redis.driver.LuaScript;
import java.util.List;

/** A script that does nothing, with keys and arguments like those of a purchase, over the gate's own driver. */
final class BareCall implements Contender {

    private static final LuaScript EMPTY = LuaScript.of("empty.lua", "return { 1 }");
    private static final List<String> KEYS =
            List.of("seckill:{0}:sale:1", "seckill:{0}:buyers:1", "seckill:{0}:outbox");

    private final TimeSortedOrderIds orders = new TimeSortedOrderIds(new LocalNodeLease());
    private final Link link;

    BareCall(String redis) {
        link = new Link(redis);
    }

    @Override
    public String name() {
        return Contenders.BARE;
    }

    @Override
    public void open(long stock) {}

    @Override
    public Answer buy(String buyer) {
        List<String> args = List.of(buyer, orders.next().value());
        link.driver.eval(EMPTY, KEYS, args).toCompletableFuture().join();
        return Answer.BOUGHT;
    }

    @Override
    public long sold() {
        return 0;
    }

    @Override
    public boolean sells() {
        return false;
    }

    @Override
    public void close() {
        link.close();
    }
}
