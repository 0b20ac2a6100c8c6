package io.seckill.redis;

import io.seckill.AuditEntry;
import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.RequestKey;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRefusal;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps sales in Redis, each one hash, changed by one script per change and judged by Redis' clock. Nothing expires before the sale is
 * settled.
 *
 * @since 0.1
 */
public final class RedisLuaSaleRegistry implements SaleRegistry {

    /** How long the data of a settled sale is kept unless configured. */
    public static final Duration DEFAULT_KEEP_SETTLED = Duration.ofHours(24);

    private static final LuaScript OPEN = LuaScript.beside(RedisLuaSaleRegistry.class, "open-sale.lua");
    private static final LuaScript FIND = LuaScript.beside(RedisLuaSaleRegistry.class, "find-sale.lua");
    private static final LuaScript CHANGE = LuaScript.beside(RedisLuaSaleRegistry.class, "change-sale.lua");
    private static final LuaScript CHANGE_STOCK = LuaScript.beside(RedisLuaSaleRegistry.class, "change-stock.lua");
    private static final LuaScript NOTE = LuaScript.beside(RedisLuaSaleRegistry.class, "note-sale.lua");
    private static final LuaScript AUDIT = LuaScript.beside(RedisLuaSaleRegistry.class, "audit.lua");
    private static final LuaScript LIST = LuaScript.beside(RedisLuaSaleRegistry.class, "list-sales.lua");

    private static final String DONE = "D";
    private static final String SAME = "S";
    private static final String PLANNED = "N";

    /**
     * A plan of somebody else is left to its maker for so long, and then taken for that of a dead node. Were two to work on one, the slower
     * could tell the ledger an old total, which may by then be the right one to start from again.
     */
    private static final long ABANDONED_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RedisDriver driver;
    private final RedisKeys keys;
    private final Duration keepSettled;

    /** Makes a registry of the sales under these keys, which keeps the data of a settled sale for a day. */
    public RedisLuaSaleRegistry(RedisDriver driver, RedisKeys keys) {
        this(driver, keys, DEFAULT_KEEP_SETTLED);
    }

    /**
     * Makes a registry of the sales under these keys.
     *
     * @param keepSettled how long the data of a settled sale is kept, at least 1 ms
     */
    public RedisLuaSaleRegistry(RedisDriver driver, RedisKeys keys, Duration keepSettled) {
        this.driver = driver;
        this.keys = keys;
        this.keepSettled = keepSettled;
    }

    @Override
    public Opening open(Sale sale) {
        List<String> args = List.of(
                text(sale.total()),
                text(sale.limit()),
                text(sale.opens()),
                text(sale.closes()),
                text(sale.payWithin().toMillis()));
        Opening opening =
                RedisCall.await(driver, OPEN, List.of(keys.sale(sale.id())), args, reply -> opening(sale, reply));
        if (!(opening instanceof Opening.Different)) {
            // In another slot than the sale, so it cannot be one step with it. Whoever repeats the opening repairs what
            // a crash left out.
            list(sale.id(), text(sale.closes()));
        }
        return opening;
    }

    @Override
    public boolean canBeRebuilt() {
        return true;
    }

    private void list(SaleId sale, String... what) {
        List<String> args = new ArrayList<>(List.of(what));
        args.add(0, sale.value());
        RedisCall.await(driver, LIST, List.of(keys.registry()), args, Reply::size);
    }

    @Override
    public Optional<SaleStatus> find(SaleId sale) {
        return RedisCall.await(
                driver,
                FIND,
                List.of(keys.sale(sale)),
                List.of(),
                reply -> reply.size() == 0 ? Optional.empty() : Optional.of(status(sale, reply, 0)));
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
    public SaleUpdate change(SaleId sale, SaleChange change, Operator by) {
        List<String> touched = new ArrayList<>(ofChanges(sale));
        String key = by.key().map(RequestKey::value).orElse("");
        List<String> args = new ArrayList<>(List.of(by.name(), key, change.words(), verb(change)));
        if (change instanceof SaleChange.Extend extend) {
            args.add(text(extend.closes()));
        } else if (change instanceof SaleChange.Settle) {
            touched.addAll(List.of(keys.buyers(sale), keys.stock(sale), keys.slots(sale)));
            args.add(text(keepSettled.toMillis()));
        }
        SaleUpdate update = RedisCall.await(
                driver,
                CHANGE,
                touched,
                args,
                reply -> reply.size() == 0 ? new SaleUpdate.Unknown() : update(reply.text(0), status(sale, reply, 1)));
        if (update instanceof SaleUpdate.Done done) {
            // As after opening: repeating the change repairs what a crash left out.
            String closes = text(done.sale().sale().closes());
            if (change instanceof SaleChange.Extend) {
                list(sale, closes);
            } else if (change instanceof SaleChange.Settle) {
                list(sale, closes, text(keepSettled.toMillis()));
            }
        }
        return update;
    }

    private static String verb(SaleChange change) {
        if (change instanceof SaleChange.Pause) {
            return SaleState.PAUSED.name();
        }
        if (change instanceof SaleChange.Resume) {
            return SaleState.OPEN.name();
        }
        if (change instanceof SaleChange.Close) {
            return SaleState.CLOSED.name();
        }
        return change instanceof SaleChange.Settle ? SaleState.SETTLED.name() : "EXTEND";
    }

    @Override
    public StockChange changeStock(SaleId sale, long difference, Operator by, StockChange.Book book) {
        String key = by.key().map(RequestKey::value).orElseGet(() -> "~" + UUID.randomUUID());
        List<String> plan = List.of("PLAN", by.name(), key, text(difference), text(Sale.MAX_TOTAL));
        boolean planned = false;
        Watch others = new Watch();
        while (true) {
            Optional<Step> step = step(sale, plan);
            if (step.isEmpty()) {
                return new StockChange(new SaleUpdate.Unknown(), false);
            }
            Step first = step.get();
            if (first.plan.isEmpty()) {
                boolean made = planned && first.code.equals(SAME);
                return new StockChange(update(first.code, first.status), made, first.before);
            }
            boolean own = first.code.equals(PLANNED);
            planned |= own;
            if (!own && !others.isAbandoned(first.plan)) {
                pause();
            } else if (!carryOut(sale, first.plan, book)
                    && Plan.parse(first.plan).key.equals(key)) {
                return new StockChange(SaleRefusal.LEDGER_DISAGREES.of(first.status), false);
            }
        }
    }

    @Override
    public void finishStockChange(SaleId sale, StockChange.Book book) {
        Watch others = new Watch();
        while (true) {
            String plan = step(sale, List.of("LOOK")).map(Step::plan).orElse("");
            if (plan.isEmpty()) {
                return;
            }
            if (others.isAbandoned(plan)) {
                carryOut(sale, plan, book);
            } else {
                pause();
            }
        }
    }

    /** Does the second half of a change; false if the ledger did not learn the total and nothing is added now, by nobody. */
    private boolean carryOut(SaleId sale, String plan, StockChange.Book book) {
        Plan found = Plan.parse(plan);
        if (book.changeTotal(found.from, found.to) || !found.adds()) {
            step(sale, List.of("FINISH", plan, keys.signals(), Signal.stock(sale)));
            return true;
        }
        // if there is nothing to drop, somebody else had finished it, and more has been changed since
        return step(sale, List.of("DROP", plan))
                .filter(dropped -> dropped.code.equals(DONE))
                .isEmpty();
    }

    /** Tells how long a plan has stood there. */
    private static final class Watch {

        private String plan = "";
        private long since;

        boolean isAbandoned(String now) {
            if (!now.equals(plan)) {
                plan = now;
                since = System.nanoTime();
            }
            return System.nanoTime() - since >= ABANDONED_AFTER_NANOS;
        }
    }

    private static void pause() {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000, 5_000_000));
    }

    private Optional<Step> step(SaleId sale, List<String> args) {
        return RedisCall.await(
                driver,
                CHANGE_STOCK,
                ofChanges(sale),
                args,
                reply -> reply.size() == 0
                        ? Optional.empty()
                        : Optional.of(new Step(reply.text(0), reply.text(1), reply.text(2), status(sale, reply, 3))));
    }

    private record Step(String code, String plan, String before, SaleStatus status) {}

    private record Plan(String key, long from, long to) {

        static Plan parse(String plan) {
            String[] words = plan.split(" ");
            return new Plan(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
        }

        boolean adds() {
            return to > from;
        }
    }

    @Override
    public void note(SaleId sale, String what, Operator by) {
        List<String> touched = List.of(keys.sale(sale), keys.audit(sale));
        RedisCall.await(driver, NOTE, touched, List.of(by.name(), what), Reply::size);
    }

    @Override
    public List<AuditEntry> audit(SaleId sale) {
        return RedisCall.await(driver, AUDIT, List.of(keys.audit(sale)), List.of(), reply -> {
            List<AuditEntry> entries = new ArrayList<>(reply.size() / 3);
            for (int i = 0; i < reply.size(); i += 3) {
                entries.add(
                        new AuditEntry(reply.text(i + 1), reply.text(i + 2), Instant.ofEpochMilli(reply.number(i))));
            }
            return List.copyOf(entries);
        });
    }

    private List<String> ofChanges(SaleId sale) {
        return List.of(keys.sale(sale), keys.audit(sale), keys.changes(sale));
    }

    private static SaleUpdate update(String code, SaleStatus status) {
        return switch (code) {
            case DONE, SAME -> new SaleUpdate.Done(status);
            case "O" -> SaleRefusal.OVER.of(status);
            case "R" -> SaleRefusal.REBUILDING.of(status);
            case "L" -> SaleRefusal.ENDS_LATER.of(status);
            case "W" -> SaleRefusal.STILL_SELLING.of(status);
            case "H" -> SaleRefusal.STOCK_HALF_DONE.of(status);
            case "F" -> SaleRefusal.TOO_FEW_AVAILABLE.of(status);
            case "T" -> SaleRefusal.TOTAL_OUT_OF_BOUNDS.of(status);
            default -> throw new IllegalStateException("no such answer to a change of a sale: " + code);
        };
    }

    private static Opening opening(Sale wanted, Reply reply) {
        if (reply.number(0) == 1) {
            return new Opening.Created();
        }
        Sale existing = sale(wanted.id(), reply, 1);
        Sale initial = existing.withTotal(reply.number(6)).withCloses(Instant.ofEpochMilli(reply.number(7)));
        return Opening.again(wanted, existing, initial);
    }

    /** Reads time, definition, state and counters from this index on. */
    private static SaleStatus status(SaleId id, Reply reply, int index) {
        return new SaleStatus(
                sale(id, reply, index + 1),
                SaleState.valueOf(reply.text(index + 6)),
                reply.number(index + 7),
                reply.number(index + 8),
                reply.number(index + 9),
                Instant.ofEpochMilli(reply.number(index)));
    }

    /** Reads total, limit, opens, closes and time to pay from this index on. */
    private static Sale sale(SaleId id, Reply reply, int index) {
        return new Sale(
                id,
                reply.number(index),
                (int) reply.number(index + 1),
                Instant.ofEpochMilli(reply.number(index + 2)),
                Instant.ofEpochMilli(reply.number(index + 3)),
                reply.isNull(index + 4) ? Sale.DEFAULT_PAY_WITHIN : Duration.ofMillis(reply.number(index + 4)));
    }

    private static String text(long number) {
        return Long.toString(number);
    }

    private static String text(Instant instant) {
        return text(instant.toEpochMilli());
    }
}
