package io.seckill.redis;

import io.seckill.SaleId;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.StockGuard;
import java.util.List;
import java.util.OptionalLong;

/**
 * Counts in Redis, one string for each sale, for those who compose a gate. The {@link RedisLuaGate} has a count of its own.
 *
 * <p>If a call fails with an unknown outcome, items may be held for nobody: they are lost to the sale, and never sold twice.
 *
 * @since 0.1
 */
public final class RedisLuaStockGuard implements StockGuard {

    private static final LuaScript STOCK = LuaScript.beside(RedisLuaStockGuard.class, "stock.lua");

    private final RedisDriver driver;
    private final RedisKeys keys;

    /** Makes a guard of the counts under these keys. */
    public RedisLuaStockGuard(RedisDriver driver, RedisKeys keys) {
        this.driver = driver;
        this.keys = keys;
    }

    @Override
    public boolean start(SaleId sale, long items) {
        if (items < 0) {
            throw new IllegalArgumentException("items must not be negative, but sale " + sale + " was given " + items);
        }
        return call(sale, "START", items).done;
    }

    @Override
    public OptionalLong tryTake(SaleId sale, int quantity) {
        checkQuantity(quantity);
        Count count = call(sale, "TAKE", quantity);
        return count.done ? OptionalLong.of(count.left) : OptionalLong.empty();
    }

    @Override
    public void giveBack(SaleId sale, long quantity) {
        checkQuantity(quantity);
        call(sale, "GIVE", quantity);
    }

    @Override
    public OptionalLong available(SaleId sale) {
        Count count = call(sale, "READ", 0);
        return count.done ? OptionalLong.of(count.left) : OptionalLong.empty();
    }

    private record Count(boolean done, long left) {

        static Count of(Reply reply) {
            return new Count(reply.number(0) == 1, reply.number(1));
        }
    }

    private Count call(SaleId sale, String what, long items) {
        return RedisCall.await(
                driver, STOCK, List.of(keys.stock(sale)), List.of(what, Long.toString(items)), Count::of);
    }

    private static void checkQuantity(long quantity) {
        if (quantity < 1) {
            throw new IllegalArgumentException("quantity must be at least 1, but was " + quantity);
        }
    }
}
