package io.seckill.redis;

import io.seckill.Opening;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Keeps sales in Redis, each one hash, changed by one script per change and judged by Redis' clock.
 *
 * @since 0.1
 */
public final class RedisLuaSaleRegistry implements SaleRegistry {

    private static final LuaScript OPEN = LuaScript.beside(RedisLuaSaleRegistry.class, "open-sale.lua");
    private static final LuaScript FIND = LuaScript.beside(RedisLuaSaleRegistry.class, "find-sale.lua");
    private static final LuaScript CHANGE = LuaScript.beside(RedisLuaSaleRegistry.class, "change-sale.lua");
    private static final LuaScript LIST = LuaScript.beside(RedisLuaSaleRegistry.class, "list-sales.lua");

    private final RedisDriver driver;
    private final RedisKeys keys;

    /** Makes a registry of the sales under these keys. */
    public RedisLuaSaleRegistry(RedisDriver driver, RedisKeys keys) {
        this.driver = driver;
        this.keys = keys;
    }

    @Override
    public Opening open(Sale sale) {
        Opening opening = RedisCall.await(
                driver,
                OPEN,
                List.of(keys.sale(sale.id())),
                List.of(text(sale.total()), text(sale.limit()), text(sale.opens()), text(sale.closes())),
                reply -> opening(sale, reply));
        if (!(opening instanceof Opening.Different)) {
            // In another slot than the sale, so it cannot be one step with it. Whoever repeats the opening repairs what
            // a crash left out.
            RedisCall.await(
                    driver,
                    LIST,
                    List.of(keys.registry()),
                    List.of(sale.id().value(), text(sale.closes())),
                    Reply::size);
        }
        return opening;
    }

    @Override
    public Optional<SaleStatus> find(SaleId sale) {
        return RedisCall.await(driver, FIND, List.of(keys.sale(sale)), List.of(), reply -> status(sale, reply));
    }

    @Override
    public List<SaleId> ids() {
        return RedisCall.await(driver, LIST, List.of(keys.registry()), List.of(), reply -> {
            List<SaleId> ids = new ArrayList<>(reply.size());
            for (int i = 0; i < reply.size(); i++) {
                ids.add(new SaleId(reply.text(i)));
            }
            return List.copyOf(ids);
        });
    }

    @Override
    public Optional<SaleStatus> change(SaleId sale, SaleChange change) {
        Changed changed = RedisCall.await(
                driver,
                CHANGE,
                List.of(keys.sale(sale)),
                arguments(sale, change),
                reply -> new Changed(reply.size() == 0 || reply.number(0) == 1, status(sale, reply)));
        if (!changed.fits) {
            throw new IllegalArgumentException("the total of sale " + sale + " is "
                    + changed.status.orElseThrow().sale().total() + " and must not exceed " + Sale.MAX_TOTAL + ", so "
                    + change
                    + " is too much");
        }
        return changed.status;
    }

    private record Changed(boolean fits, Optional<SaleStatus> status) {}

    private List<String> arguments(SaleId sale, SaleChange change) {
        if (change instanceof SaleChange.AddStock add) {
            return List.of(
                    "ADD",
                    text(add.quantity()),
                    text(Sale.MAX_TOTAL),
                    UUID.randomUUID().toString(),
                    keys.signals(),
                    Signal.stock(sale));
        }
        return List.of(stateAfter(change).name());
    }

    private static SaleState stateAfter(SaleChange change) {
        if (change instanceof SaleChange.Pause) {
            return SaleState.PAUSED;
        }
        return change instanceof SaleChange.Close ? SaleState.CLOSED : SaleState.OPEN;
    }

    private static Opening opening(Sale wanted, Reply reply) {
        if (reply.number(0) == 1) {
            return new Opening.Created();
        }
        Sale existing = sale(wanted.id(), reply.number(1), reply, 3);
        Sale initial = existing.withTotal(reply.number(2));
        boolean same = wanted.equals(existing) || wanted.equals(initial);
        return same ? new Opening.Unchanged() : new Opening.Different(wanted, existing);
    }

    private static Optional<SaleStatus> status(SaleId id, Reply reply) {
        if (reply.size() == 0) {
            return Optional.empty();
        }
        return Optional.of(new SaleStatus(
                sale(id, reply.number(2), reply, 3),
                SaleState.valueOf(reply.text(6)),
                reply.number(7),
                reply.number(8),
                reply.number(9),
                Instant.ofEpochMilli(reply.number(1))));
    }

    /** Reads limit, opens and closes from this index on. */
    private static Sale sale(SaleId id, long total, Reply reply, int index) {
        return new Sale(
                id,
                total,
                (int) reply.number(index),
                Instant.ofEpochMilli(reply.number(index + 1)),
                Instant.ofEpochMilli(reply.number(index + 2)));
    }

    private static String text(long number) {
        return Long.toString(number);
    }

    private static String text(Instant instant) {
        return text(instant.toEpochMilli());
    }
}
