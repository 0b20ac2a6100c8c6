package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.OrderId;
import io.seckill.PurchaseResult;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.relay.OrderRelay;
import io.seckill.relay.RelayConfig;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SinkUnavailableException;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Gate, outbox and relay together on a Redis of their own, to which things happen. */
class RelayOnRedisTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration TAKE_OVER = Duration.ofSeconds(1);
    private static final RelayConfig CONFIG = RelayConfig.DEFAULT
            .withIdlePoll(Duration.ofMillis(100))
            .withMaxAttempts(3)
            .withPauses(Duration.ofMillis(10), Duration.ofMillis(100))
            .withStopWithin(Duration.ofSeconds(5));

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final LocalRedis redis = opened(LocalRedis.start("--appendonly", "yes", "--appendfsync", "always"));
    private final RedisKeys keys = RedisKeys.defaults();
    private final RedisDriver driver = opened(Backend.lettuce(redis));
    private final RedisLuaGate gate = new RedisLuaGate(driver, keys);
    private final RedisLuaSaleRegistry sales = new RedisLuaSaleRegistry(driver, keys);
    private final RedisOutbox outbox = new RedisOutbox(driver, keys, TAKE_OVER);
    private final Map<OrderId, Reservation> orders = new ConcurrentHashMap<>();
    private final Set<OrderId> deliveredTwice = ConcurrentHashMap.newKeySet();

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @Test
    void everyAcceptedPurchaseBecomesOneOrder() {
        relay(this::store, CONFIG).start();
        List<Reservation> accepted = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            accepted.addAll(buy(openSale(), 50));
        }

        awaitEmpty();

        assertThat(orders.values()).containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(deliveredTwice).isEmpty();
    }

    @Test
    void twoRelaysShareTheWork() {
        Set<String> busy = ConcurrentHashMap.newKeySet();
        for (String name : List.of("first", "second")) {
            OrderSink slow = reservations -> {
                busy.add(name);
                await().atMost(PATIENCE).until(() -> busy.size() == 2);
                return store(reservations);
            };
            relay(slow, CONFIG.withBatch(10)).start();
        }

        List<Reservation> accepted = IntStream.range(0, 40)
                .boxed()
                .flatMap(i -> buy(openSale(), 5).stream())
                .toList();
        awaitEmpty();

        assertThat(orders).hasSize(accepted.size());
        assertThat(deliveredTwice).isEmpty();
    }

    @Test
    void whatAKilledRelayHadIsTakenOver() {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        RedisDriver itsDriver = opened(Backend.lettuce(redis));
        OrderRelay killed = new OrderRelay(
                new RedisOutbox(itsDriver, keys, TAKE_OVER),
                reservations -> {
                    called.countDown();
                    awaitLatch(never);
                    throw new SinkUnavailableException("killed", null);
                },
                gate,
                SeckillMetrics.NONE,
                CONFIG.withStopWithin(Duration.ofMillis(50)));
        opened(killed);
        killed.start();
        List<Reservation> accepted = buy(openSale(), 30);
        awaitLatch(called);
        itsDriver.close();

        relay(this::store, CONFIG).start();
        awaitEmpty();

        assertThat(orders.values()).containsExactlyInAnyOrderElementsOf(accepted);
    }

    @Test
    void redeliveryAfterACrashBetweenStoringAndSettlingIsHarmless() {
        Sale sale = openSale();
        List<Reservation> accepted = buy(sale, 10);
        RedisOutbox dead = new RedisOutbox(driver, keys, TAKE_OVER);
        for (int partition = 0; partition < keys.partitions(); partition++) {
            dead.take(partition, 100).forEach(parcel -> store(parcel.reservations()));
        }
        assertThat(orders).hasSize(10);

        relay(this::store, CONFIG).start();
        awaitEmpty();

        assertThat(orders.values()).containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(deliveredTwice).hasSize(10);
        assertThat(sales.find(sale.id()).orElseThrow().reserved()).isEqualTo(10);
    }

    @Test
    void aRefusedReservationGivesItsStockBackOnce() {
        Sale sale = openSale();
        List<Reservation> accepted = buy(sale, 10);
        Reservation refused = accepted.get(3);
        relay(
                        reservations -> reservations.stream()
                                .map(reservation -> reservation.equals(refused)
                                        ? Delivery.refused(ReleaseReason.NO_STOCK)
                                        : store(reservation))
                                .toList(),
                        CONFIG)
                .start();

        awaitEmpty();

        assertThat(orders).hasSize(9);
        assertThat(sales.find(sale.id()).orElseThrow().reserved()).isEqualTo(9);
        assertThat(gate.holdings(sale.id(), refused.buyer())
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .released())
                .contains(ReleaseReason.NO_STOCK);
    }

    @Test
    void aPoisonOrderAloneGoesToTheDeadStreamAndKeepsItsStock() {
        Sale sale = openSale();
        List<Reservation> accepted = buy(sale, 10);
        Reservation poison = accepted.get(4);
        relay(
                        reservations -> {
                            if (reservations.contains(poison)) {
                                throw new IllegalStateException("cannot parse");
                            }
                            return store(reservations);
                        },
                        CONFIG)
                .start();

        awaitEmpty();

        assertThat(orders).hasSize(9).doesNotContainKey(poison.order());
        assertThat(redis.command("XRANGE", keys.dead(keys.partition(sale.id())), "-", "+")
                        .toString())
                .contains(
                        "reason, attempts-used-up",
                        "sale, " + sale.id(),
                        "buyer, " + poison.buyer(),
                        "entry, " + poison.order(),
                        "attempts, 3",
                        "first-error, IllegalStateException: cannot parse",
                        "last-error, IllegalStateException: cannot parse");
        assertThat(sales.find(sale.id()).orElseThrow().reserved()).isEqualTo(10);
    }

    @Test
    void aBacklogOutlivesAKilledRedis() {
        OrderRelay relay = relay(this::store, CONFIG);
        List<Reservation> accepted = buy(openSale(), 50);
        outbox.take(keys.partition(accepted.get(0).sale()), 1);
        relay.start();
        redis.kill();
        await().atMost(PATIENCE).until(() -> relay.status().failing().isPresent());

        redis.restart();
        awaitEmpty();

        assertThat(orders.values()).containsExactlyInAnyOrderElementsOf(accepted);
        await().atMost(PATIENCE).until(() -> relay.status().failing().isEmpty());
    }

    @Test
    void goesOnWhenRedisIsEmptiedInTheMiddle() {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch flushed = new CountDownLatch(1);
        OrderRelay relay = relay(
                reservations -> {
                    called.countDown();
                    awaitLatch(flushed);
                    return store(reservations);
                },
                CONFIG);
        relay.start();
        buy(openSale(), 5);
        awaitLatch(called);
        redis.command("FLUSHALL");
        flushed.countDown();
        await().atMost(PATIENCE)
                .until(() -> orders.size() == 5 && relay.status().inWork() == 0);

        buy(openSale(), 5);
        awaitEmpty();

        assertThat(orders).hasSize(10);
        assertThat(relay.status().failing()).isEmpty();
    }

    @Test
    void isWokenLongBeforeTheIdlePollAndAsksNothingMeanwhile() {
        relay(this::store, CONFIG.withIdlePoll(Duration.ofHours(1))).start();
        buy(openSale(), 1);
        await().atMost(PATIENCE).until(() -> orders.size() == 1);
        awaitEmpty();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> quiet(Duration.ofMillis(150)));

        for (int i = 2; i <= 6; i++) {
            buy(openSale(), 1);
            int expected = i;
            await().atMost(PATIENCE).until(() -> orders.size() == expected);
        }
    }

    @Test
    void stoppingHandsBackSoThatAnotherNeedsNotWait() {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        OrderRelay first = relay(
                reservations -> {
                    called.countDown();
                    awaitLatch(goOn);
                    throw new SinkUnavailableException("database is down", null);
                },
                CONFIG);
        first.start();
        List<Reservation> accepted = buy(openSale(), 5);
        awaitLatch(called);
        goOn.countDown();
        first.stop();

        RedisOutbox patient = new RedisOutbox(driver, keys, Duration.ofHours(1));
        List<Parcel> free = patient.take(keys.partition(accepted.get(0).sale()), 100);

        assertThat(free).hasSize(1).allMatch(parcel -> parcel.attempts() == 1);
    }

    private boolean quiet(Duration span) {
        String before = scriptCalls();
        return await().pollDelay(span).until(this::scriptCalls, calls -> true).equals(before);
    }

    private String scriptCalls() {
        return redis.info("cmdstat_evalsha");
    }

    private Sale openSale() {
        Sale sale = Samples.openSale(1_000, 1);
        sales.open(sale);
        return sale;
    }

    private List<Reservation> buy(Sale sale, int buyers) {
        SaleId id = sale.id();
        List<Reservation> wanted = IntStream.range(0, buyers)
                .mapToObj(buyer -> Samples.one(id, Samples.buyer(buyer)))
                .toList();
        List<PurchaseResult> results =
                gate.admit(id, wanted).toCompletableFuture().join();
        assertThat(results).allMatch(result -> result instanceof PurchaseResult.Accepted);
        return wanted;
    }

    private OrderRelay relay(OrderSink sink, RelayConfig config) {
        return opened(
                new OrderRelay(new RedisOutbox(driver, keys, TAKE_OVER), sink, gate, SeckillMetrics.NONE, config));
    }

    private List<Delivery> store(List<Reservation> reservations) {
        return reservations.stream().map(this::store).toList();
    }

    private Delivery store(Reservation reservation) {
        if (orders.putIfAbsent(reservation.order(), reservation) == null) {
            return Delivery.stored();
        }
        deliveredTwice.add(reservation.order());
        return Delivery.alreadyStored();
    }

    private void awaitEmpty() {
        await().atMost(PATIENCE)
                .ignoreException(SeckillUnavailableException.class)
                .until(() -> IntStream.range(0, keys.partitions())
                        .allMatch(partition -> outbox.backlog(partition).parcels() == 0));
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.push(closeable);
        return closeable;
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
