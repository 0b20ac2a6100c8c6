package io.seckill.redis;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.Operator;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.GateBooks;
import io.seckill.spi.GateSale;
import io.seckill.spi.LedgerSale;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The books of a {@link RedisLuaGate} and its {@link RedisOutbox}.
 *
 * @since 0.1
 */
public final class RedisGateBooks implements GateBooks {

    private static final LuaScript SALE = LuaScript.beside(RedisGateBooks.class, "sale-books.lua");
    private static final LuaScript SCAN = LuaScript.beside(RedisGateBooks.class, "scan-holdings.lua");
    private static final LuaScript HOLDINGS = LuaScript.beside(RedisGateBooks.class, "holdings-of.lua");
    private static final LuaScript RESERVATIONS = LuaScript.beside(RedisGateBooks.class, "scan-reservations.lua");
    private static final LuaScript CORRECT = LuaScript.beside(RedisGateBooks.class, "correct-holdings.lua");
    private static final LuaScript COUNTERS = LuaScript.beside(RedisGateBooks.class, "correct-counters.lua");
    private static final LuaScript NOTE = LuaScript.beside(RedisGateBooks.class, "note-change.lua");
    private static final LuaScript BEGIN = LuaScript.beside(RedisGateBooks.class, "begin-rebuild.lua");
    private static final LuaScript END = LuaScript.beside(RedisGateBooks.class, "end-rebuild.lua");
    private static final LuaScript LIST = LuaScript.beside(RedisGateBooks.class, "list-sales.lua");

    private static final String BEGINNING = "0";

    private static final Logger log = LoggerFactory.getLogger(RedisGateBooks.class);

    private final AtomicBoolean complained = new AtomicBoolean();
    private final RedisDriver driver;
    private final RedisKeys keys;

    /** Opens the books of the gate under these keys. */
    public RedisGateBooks(RedisDriver driver, RedisKeys keys) {
        this.driver = driver;
        this.keys = keys;
    }

    @Override
    public Optional<GateSale> sale(SaleId sale) {
        return call(
                SALE,
                List.of(keys.sale(sale)),
                List.of(),
                reply -> reply.size() == 0 ? Optional.empty() : Optional.of(gateSale(sale, reply)));
    }

    @Override
    public Page<Holding> holdings(SaleId sale, Optional<String> cursor, int size) {
        return call(SCAN, List.of(keys.buyers(sale)), List.of(cursor.orElse(BEGINNING), text(size)), reply -> {
            Reply found = reply.list(1);
            List<Holding> holdings = new ArrayList<>(found.size() / 2);
            for (int i = 0; i < found.size(); i += 2) {
                holdings.addAll(Entry.parseAll(sale, new BuyerId(found.text(i)), found.text(i + 1)));
            }
            return new Page<>(holdings, Optional.of(reply.text(0)).filter(next -> !next.equals(BEGINNING)));
        });
    }

    @Override
    public List<Holding> holdings(SaleId sale, Collection<BuyerId> buyers) {
        if (buyers.isEmpty()) {
            return List.of();
        }
        List<BuyerId> asked = buyers.stream().distinct().toList();
        List<String> args = asked.stream().map(BuyerId::value).toList();
        return call(HOLDINGS, List.of(keys.buyers(sale)), args, reply -> {
            List<Holding> holdings = new ArrayList<>(reply.size());
            for (int i = 0; i < reply.size(); i++) {
                holdings.addAll(Entry.parseAll(sale, asked.get(i), reply.text(i)));
            }
            return holdings;
        });
    }

    @Override
    public Page<Reservation> parcels(SaleId sale, Optional<String> cursor, int size) {
        return reservations(keys.outbox(keys.partition(sale)), sale, cursor, size);
    }

    @Override
    public Page<Reservation> deadLetters(SaleId sale, Optional<String> cursor, int size) {
        return reservations(keys.dead(keys.partition(sale)), sale, cursor, size);
    }

    private Page<Reservation> reservations(String stream, SaleId sale, Optional<String> cursor, int size) {
        List<String> args = List.of(sale.value(), cursor.orElse(BEGINNING), text(size));
        return call(RESERVATIONS, List.of(stream), args, reply -> {
            List<Reservation> found = new ArrayList<>();
            for (int i = 1; i < reply.size(); i++) {
                found.addAll(readable(stream, sale, reply.text(i)));
            }
            return new Page<>(found, Optional.of(reply.text(0)).filter(next -> !next.isEmpty()));
        });
    }

    /** A message that is not ours is no reason to compare nothing at all. */
    private List<Reservation> readable(String stream, SaleId sale, String message) {
        String[] words = message.split(" ");
        List<Reservation> found = new ArrayList<>(words.length / 2);
        try {
            if (words.length % 2 != 0) {
                throw new IllegalArgumentException("an odd number of words: " + words.length);
            }
            for (int word = 0; word < words.length; word += 2) {
                found.add(Entry.parse(sale, new BuyerId(words[word]), words[word + 1])
                        .reservation());
            }
        } catch (IllegalArgumentException e) {
            if (complained.compareAndSet(false, true)) {
                log.warn("Stream {} has messages that say nothing; they are passed over: {}", stream, e.getMessage());
            }
            return List.of();
        }
        return found;
    }

    @Override
    public int correct(SaleId sale, int epoch, List<Holding> wanted) {
        List<String> args = new ArrayList<>(1 + 2 * wanted.size());
        args.add(text(epoch));
        for (Holding holding : wanted) {
            args.add(holding.reservation().buyer().value());
            args.add(Entry.of(holding));
        }
        return call(CORRECT, saleAndBuyers(sale), args, reply -> (int) reply.number(0));
    }

    @Override
    public boolean correctCounters(GateSale seen, long total, long reserved, long sold) {
        List<String> args = List.of(seen.stamp(), text(total), text(reserved), text(sold));
        return call(COUNTERS, List.of(keys.sale(seen.status().sale().id())), args, reply -> reply.number(0) == 1);
    }

    @Override
    public void note(SaleId sale, Operator by, String what) {
        call(NOTE, List.of(keys.audit(sale)), List.of(by.name(), what), Reply::size);
    }

    @Override
    public boolean beginRebuild(LedgerSale known) {
        Sale sale = known.sale();
        List<String> args = List.of(
                text(known.epoch()),
                text(sale.total()),
                text(sale.limit()),
                text(sale.opens().toEpochMilli()),
                text(sale.closes().toEpochMilli()),
                text(sale.payWithin().toMillis()),
                text(known.initial().total()),
                text(known.initial().closes().toEpochMilli()));
        if (!call(BEGIN, saleAndBuyers(sale.id()), args, reply -> reply.number(0) == 1)) {
            return false;
        }
        // in another slot than the sale, so it cannot be one step with it; repeating the rebuild repairs what a crash
        // left out
        call(
                LIST,
                List.of(keys.registry()),
                List.of(sale.id().value(), text(sale.closes().toEpochMilli())),
                Reply::size);
        return true;
    }

    @Override
    public boolean endRebuild(SaleId sale, int epoch, Operator by) {
        List<String> touched = List.of(keys.sale(sale), keys.audit(sale));
        return call(END, touched, List.of(text(epoch), by.name()), reply -> reply.number(0) == 1);
    }

    private static GateSale gateSale(SaleId id, Reply reply) {
        Sale sale = new Sale(
                id,
                reply.number(1),
                (int) reply.number(2),
                Instant.ofEpochMilli(reply.number(3)),
                Instant.ofEpochMilli(reply.number(4)),
                reply.isNull(5) ? Sale.DEFAULT_PAY_WITHIN : Duration.ofMillis(reply.number(5)));
        SaleStatus status = new SaleStatus(
                sale,
                SaleState.valueOf(reply.text(6)),
                reply.number(7),
                reply.number(8),
                reply.number(9),
                Instant.ofEpochMilli(reply.number(0)));
        return new GateSale(status, (int) reply.number(10), reply.number(11) == 1, reply.text(12));
    }

    private List<String> saleAndBuyers(SaleId sale) {
        return List.of(keys.sale(sale), keys.buyers(sale));
    }

    private <T> T call(LuaScript script, List<String> touched, List<String> args, Function<Reply, T> meaning) {
        return RedisCall.await(driver, script, touched, args, meaning);
    }

    private static String text(long number) {
        return Long.toString(number);
    }
}
