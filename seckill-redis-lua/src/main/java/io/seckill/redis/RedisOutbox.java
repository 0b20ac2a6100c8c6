package io.seckill.redis;

import io.seckill.BuyerId;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.DeadLetterBox;
import io.seckill.spi.Outbox;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An outbox on Redis streams, one per partition, read by one consumer group whose consumers are the nodes. Survives the death of any node,
 * and of Redis as far as Redis persists. No blocking reads: it shares the driver's connection with everybody.
 *
 * <p>A missing group is made whenever it is missed, at the first start as after Redis was emptied. A message that is no parcel goes to the
 * dead letters as it is.
 *
 * @since 0.1
 */
public final class RedisOutbox implements Outbox, DeadLetterBox {

    /** Take-over time unless configured. */
    public static final Duration DEFAULT_TAKE_OVER = Duration.ofSeconds(10);

    static final String GROUP = "relay";

    private static final Logger log = LoggerFactory.getLogger(RedisOutbox.class);

    private static final LuaScript APPEND = LuaScript.beside(RedisOutbox.class, "append-parcel.lua");
    private static final LuaScript TAKE = LuaScript.beside(RedisOutbox.class, "take-parcels.lua");
    private static final LuaScript SETTLE = LuaScript.beside(RedisOutbox.class, "settle.lua");
    private static final LuaScript BURY = LuaScript.beside(RedisOutbox.class, "bury.lua");
    private static final LuaScript KEEP = LuaScript.beside(RedisOutbox.class, "keep.lua");
    private static final LuaScript HAND_BACK = LuaScript.beside(RedisOutbox.class, "hand-back.lua");
    private static final LuaScript BACKLOG = LuaScript.beside(RedisOutbox.class, "backlog.lua");

    private static final LuaScript HOLDS = LuaScript.beside(RedisOutbox.class, "holds-sale.lua");

    /** Of the reply for each parcel. */
    private static final int ELEMENTS = 6;

    private static final int PAGE = 1_000;
    private static final Duration NODE_FORGOTTEN_AFTER = Duration.ofHours(1);
    private static final long FORGET_EVERY_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int MAX_ERROR_LENGTH = 500;

    private final RedisDriver driver;
    private final RedisKeys keys;
    private final Duration takeOver;
    private final Duration nodeForgottenAfter;
    private final String node = "node-" + UUID.randomUUID();
    private final AtomicLongArray forgotAt;
    private final RedisDeadLetters letters;

    /** Makes the view of one node, under a name of its own, with the default take-over time. */
    public RedisOutbox(RedisDriver driver, RedisKeys keys) {
        this(driver, keys, DEFAULT_TAKE_OVER);
    }

    /**
     * Makes the view of one node, under a name of its own.
     *
     * @param takeOver how long a parcel may lie still with a node; the same on all nodes
     */
    public RedisOutbox(RedisDriver driver, RedisKeys keys, Duration takeOver) {
        this(driver, keys, takeOver, NODE_FORGOTTEN_AFTER);
    }

    RedisOutbox(RedisDriver driver, RedisKeys keys, Duration takeOver, Duration nodeForgottenAfter) {
        this.driver = driver;
        this.keys = keys;
        this.takeOver = takeOver;
        this.nodeForgottenAfter = nodeForgottenAfter;
        this.letters = new RedisDeadLetters(driver, keys);
        this.forgotAt = new AtomicLongArray(keys.partitions());
        for (int partition = 0; partition < keys.partitions(); partition++) {
            forgotAt.set(partition, System.nanoTime() - FORGET_EVERY_NANOS);
        }
    }

    @Override
    public int partitions() {
        return keys.partitions();
    }

    @Override
    public Duration takeOverTime() {
        return takeOver;
    }

    @Override
    public void append(SaleId sale, List<Reservation> reservations) {
        int partition = keys.partition(sale);
        String joined = reservations.stream()
                .map(reservation -> reservation.buyer() + " " + Entry.of(reservation))
                .collect(Collectors.joining(" "));
        List<String> args = List.of(
                sale.value(),
                Integer.toString(reservations.get(0).origin().epoch()),
                Integer.toString(reservations.size()),
                joined,
                keys.signals(),
                Signal.outbox(partition),
                TraceWords.of(reservations));
        RedisCall.await(driver, APPEND, List.of(keys.outbox(partition)), args, reply -> reply.text(0));
    }

    @Override
    public List<Parcel> take(int partition, int reservations) {
        List<String> args = List.of(
                GROUP,
                node,
                Long.toString(takeOver.toMillis()),
                Integer.toString(reservations),
                Long.toString(timeToForget(partition) ? nodeForgottenAfter.toMillis() : 0));
        return RedisCall.await(driver, TAKE, List.of(keys.outbox(partition)), args, reply -> parcels(partition, reply));
    }

    private boolean timeToForget(int partition) {
        long last = forgotAt.get(partition);
        long now = System.nanoTime();
        return now - last >= FORGET_EVERY_NANOS && forgotAt.compareAndSet(partition, last, now);
    }

    private List<Parcel> parcels(int partition, Reply reply) {
        List<Parcel> parcels = new ArrayList<>(reply.size() / ELEMENTS);
        for (int i = 0; i < reply.size(); i += ELEMENTS) {
            String id = reply.text(i);
            int attempts = (int) reply.number(i + 1);
            try {
                parcels.add(new Parcel(partition, id, attempts, reservations(reply, i + 2)));
            } catch (IllegalArgumentException e) {
                bury(partition, id, attempts, String.valueOf(e.getMessage()));
            }
        }
        return parcels;
    }

    private static List<Reservation> reservations(Reply reply, int at) {
        if (reply.isNull(at) || reply.isNull(at + 2)) {
            throw new IllegalArgumentException("fields 'sale' and 'r' are missing");
        }
        SaleId sale = new SaleId(reply.text(at));
        int epoch = reply.isNull(at + 1) ? 0 : Integer.parseInt(reply.text(at + 1));
        TraceWords traces = reply.isNull(at + 3) ? TraceWords.NONE : TraceWords.parse(reply.text(at + 3));
        String[] words = reply.text(at + 2).split(" ");
        if (words.length % 2 != 0) {
            throw new IllegalArgumentException("field 'r' has an odd number of words: " + words.length);
        }
        List<Reservation> reservations = new ArrayList<>(words.length / 2);
        for (int i = 0; i < words.length; i += 2) {
            Reservation one =
                    Entry.parse(sale, new BuyerId(words[i]), words[i + 1]).reservation();
            reservations.add(one.from(traces.origin(epoch, one.order())));
        }
        return reservations;
    }

    private void bury(int partition, String id, int attempts, String problem) {
        log.error(
                "Message {} of {} is no parcel and goes to the dead letters: {}", id, keys.outbox(partition), problem);
        List<String> args = List.of(GROUP, id, Integer.toString(attempts), cut(problem));
        driver.eval(BURY, List.of(keys.outbox(partition), keys.dead(partition)), args)
                .whenComplete((reply, error) -> {
                    if (error != null) {
                        log.warn("Message {} could not be moved; it comes again later", id, error);
                    }
                });
    }

    @Override
    public void settle(Parcel parcel, List<DeadLetter> dead) {
        List<String> args = new ArrayList<>();
        args.add(GROUP);
        args.add(parcel.id());
        args.add(Integer.toString(dead.size()));
        for (DeadLetter letter : dead) {
            Reservation reservation = letter.reservation();
            args.add(reservation.sale().value());
            args.add(Integer.toString(reservation.origin().epoch()));
            args.add(reservation.buyer().value());
            args.add(Entry.of(reservation));
            args.add(Integer.toString(letter.attempts()));
            args.add(cut(letter.firstError()));
            args.add(cut(letter.lastError()));
        }
        settle(parcel.partition(), args);
    }

    @Override
    public void settle(List<Parcel> parcels) {
        byPartition(parcels, (partition, its) -> {
            List<String> args = new ArrayList<>();
            args.add(GROUP);
            for (Parcel parcel : its) {
                args.add(parcel.id());
                args.add("0");
            }
            settle(partition, args);
        });
    }

    private void settle(int partition, List<String> args) {
        List<String> touched = List.of(keys.outbox(partition), keys.dead(partition));
        RedisCall.await(driver, SETTLE, touched, args, reply -> reply.number(0));
    }

    @Override
    public void keep(List<Parcel> parcels) {
        byPartition(parcels, (partition, its) -> touch(KEEP, partition, List.of(GROUP, node), its));
    }

    @Override
    public void handBack(List<Parcel> parcels) {
        byPartition(
                parcels,
                (partition, its) -> touch(
                        HAND_BACK, partition, List.of(GROUP, node, keys.signals(), Signal.outbox(partition)), its));
    }

    private void touch(LuaScript script, int partition, List<String> first, List<Parcel> parcels) {
        List<String> args = new ArrayList<>(first);
        for (Parcel parcel : parcels) {
            args.add(parcel.id());
            args.add(Integer.toString(parcel.attempts()));
        }
        RedisCall.await(driver, script, List.of(keys.outbox(partition)), args, reply -> reply.number(0));
    }

    /** Does every partition even if one of them fails, and then fails as the first that did. */
    private static void byPartition(List<Parcel> parcels, BiConsumer<Integer, List<Parcel>> call) {
        Map<Integer, List<Parcel>> groups =
                parcels.stream().collect(Collectors.groupingBy(Parcel::partition, TreeMap::new, Collectors.toList()));
        List<SeckillUnavailableException> failures = new ArrayList<>();
        groups.forEach((partition, its) -> {
            try {
                call.accept(partition, its);
            } catch (SeckillUnavailableException e) {
                failures.add(e);
            }
        });
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    @Override
    public Backlog backlog(int partition) {
        List<String> touched = List.of(keys.outbox(partition), keys.dead(partition));
        return RedisCall.await(
                driver,
                BACKLOG,
                touched,
                List.of(GROUP),
                reply -> new Backlog(
                        reply.number(0), reply.number(1), Duration.ofMillis(reply.number(2)), reply.number(3)));
    }

    @Override
    public Subscription onArrival(IntConsumer listener) {
        return driver.subscribe(
                keys.signals(), message -> Signal.partitionOf(message).ifPresent(listener));
    }

    @Override
    public boolean holds(SaleId sale) {
        return holds(keys.outbox(keys.partition(sale)), sale);
    }

    @Override
    public boolean holdsDead(SaleId sale) {
        return holds(keys.dead(keys.partition(sale)), sale);
    }

    private boolean holds(String stream, SaleId sale) {
        Optional<String> last = Optional.of("0");
        while (last.isPresent()) {
            List<String> args = List.of(sale.value(), last.get(), Integer.toString(PAGE));
            Reply reply = RedisCall.await(driver, HOLDS, List.of(stream), args, Function.identity());
            if (reply.number(0) == 1) {
                return true;
            }
            last = Optional.of(reply.text(1)).filter(id -> !id.isEmpty());
        }
        return false;
    }

    @Override
    public List<io.seckill.DeadLetter> page(Optional<String> after, int limit) {
        return letters.page(after, limit);
    }

    @Override
    public Optional<io.seckill.DeadLetter> find(String id) {
        return letters.find(id);
    }

    @Override
    public boolean putBack(String id) {
        return letters.putBack(id);
    }

    @Override
    public boolean remove(String id) {
        return letters.remove(id);
    }

    private static String cut(String error) {
        return error.length() <= MAX_ERROR_LENGTH ? error : error.substring(0, MAX_ERROR_LENGTH) + "...";
    }
}
