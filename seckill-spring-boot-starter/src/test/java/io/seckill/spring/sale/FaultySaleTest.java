package io.seckill.spring.sale;

import static io.seckill.spring.sale.FlashSaleTest.flat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Holding;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.ReleaseReason;
import io.seckill.Sale;
import io.seckill.SaleStatus;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sales during which something breaks for real: each test has a Redis and a database of its own. */
class FaultySaleTest {

    private static final int BUYING = 32;

    private final String prefix = "faults-" + UUID.randomUUID();
    private LocalRedis redis;
    private LocalDatabase database;

    @BeforeEach
    void start() {
        redis = LocalRedis.start("--appendonly", "yes", "--appendfsync", "always");
        database = LocalDatabase.shared().newSchema();
    }

    @AfterEach
    void stop() {
        redis.close();
        database.close();
    }

    @Test
    void aBacklogOutlivesTheApplication() {
        Sale sale = Samples.openSale(100, 1);
        List<PurchaseResult> results;
        try (Shop selling = Shop.open(redis, database, prefix, "seckill.relay.enabled=false")) {
            selling.sales.open(sale);
            results = Stampede.of(150, number -> selling.buy(PurchaseRequest.of(sale.id(), Samples.buyer(number))));
            assertThat(selling.orders(sale.id(), "UNPAID")).isEmpty();
        }

        try (Shop restarted = Shop.open(redis, database, prefix)) {
            restarted.assertGuarantees(sale, results);
            assertThat(restarted.orders(sale.id(), "UNPAID")).hasSize(100);
        }
    }

    @Test
    void aNodeThatIsShutDownWhileEverybodyBuysLosesNothing() {
        Sale sale = Samples.openSale(100_000, 1);
        Collection<PurchaseResult> results = new ConcurrentLinkedQueue<>();
        Collection<PurchaseRequest> unsettled = new ConcurrentLinkedQueue<>();
        Collection<Throwable> endings = new ConcurrentLinkedQueue<>();
        AtomicInteger buyers = new AtomicInteger();
        Shop closing = Shop.open(redis, database, prefix);
        closing.sales.open(sale);
        CompletableFuture<?> buying = CompletableFuture.runAsync(() -> Stampede.of(BUYING, number -> {
            while (true) {
                PurchaseRequest request = PurchaseRequest.of(sale.id(), Samples.buyer(buyers.incrementAndGet()));
                try {
                    results.add(buy(closing, request, number % 2 == 0));
                } catch (SeckillUnavailableException e) {
                    if (!e.outcomeKnown()) {
                        unsettled.add(request.withOrder(e.order().orElseThrow()));
                    }
                    return endings.add(e);
                } catch (Throwable e) {
                    return endings.add(e);
                }
            }
        }));
        await().until(() -> results.size() >= 500);

        closing.close();
        buying.join();

        assertThat(endings).hasSize(BUYING).hasOnlyElementsOfType(SeckillUnavailableException.class);
        assertThat(results).allMatch(Accepted.class::isInstance);
        try (Shop next = Shop.open(redis, database, prefix)) {
            unsettled.forEach(request -> results.add(next.buyPatiently(request)));
            next.assertGuarantees(sale, List.copyOf(results));
        }
    }

    private static PurchaseResult buy(Shop shop, PurchaseRequest request, boolean waiting) {
        if (waiting) {
            return shop.buy(request);
        }
        try {
            return shop.seckill.submit(request).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SeckillUnavailableException unavailable ? unavailable : e;
        }
    }

    @Test
    void onlyAPurchaseOnItsWayWhenRedisDiesHasAnUnknownOutcome() {
        Sale sale = Samples.openSale(1_000_000, 1);
        AtomicInteger buyers = new AtomicInteger();
        try (Shop shop = Shop.open(redis, database, prefix, "seckill.engine.deadline=1s", "seckill.redis.timeout=2s")) {
            shop.sales.open(sale);
            CompletableFuture<List<List<Boolean>>> endings =
                    CompletableFuture.supplyAsync(() -> Stampede.of(BUYING, number -> {
                        List<Boolean> known = new ArrayList<>();
                        while (known.size() < 4) {
                            try {
                                shop.buy(PurchaseRequest.of(sale.id(), Samples.buyer(buyers.incrementAndGet())));
                            } catch (SeckillUnavailableException e) {
                                known.add(e.outcomeKnown());
                            }
                        }
                        return known;
                    }));
            await().until(() -> buyers.get() >= 500);

            redis.kill();

            assertThat(endings.join())
                    .hasSize(BUYING)
                    .allMatch(known -> !known.subList(1, 4).contains(false));
        }
    }

    @Test
    void aLostResponseIsSettledByAskingAgain() {
        Sale sale = Samples.openSale(100, 1);
        try (Shop shop = Shop.open(redis, database, prefix, "seckill.engine.deadline=200ms")) {
            shop.sales.open(sale);
            AtomicInteger unknown = new AtomicInteger();

            redis.pause();
            CompletableFuture<List<PurchaseResult>> buying =
                    CompletableFuture.supplyAsync(() -> Stampede.of(50, number -> {
                        PurchaseRequest request = PurchaseRequest.of(sale.id(), Samples.buyer(number));
                        try {
                            return shop.buy(request);
                        } catch (SeckillUnavailableException e) {
                            unknown.incrementAndGet();
                            return shop.buyPatiently(request.withOrder(e.order().orElseThrow()));
                        }
                    }));
            await().until(() -> unknown.get() == 50);
            redis.resume();

            shop.assertGuarantees(sale, buying.join());
            assertThat(shop.orders(sale.id(), "UNPAID")).hasSize(50);
        }
    }

    @Test
    void redisKilledInTheMiddleAndRestartedLosesNothing() {
        Sale sale = Samples.openSale(400, 1);
        try (Shop shop = Shop.open(redis, database, prefix, "seckill.engine.deadline=500ms")) {
            shop.sales.open(sale);
            AtomicInteger bought = new AtomicInteger();
            CompletableFuture<List<PurchaseResult>> buying = CompletableFuture.supplyAsync(() -> flat(Stampede.of(
                    50,
                    number -> IntStream.range(0, 10)
                            .mapToObj(i -> {
                                PurchaseResult result = shop.buyPatiently(
                                        PurchaseRequest.of(sale.id(), Samples.buyer(number * 10 + i)));
                                bought.incrementAndGet();
                                return result;
                            })
                            .toList())));
            await().until(() -> bought.get() > 50);

            redis.kill();
            redis.restart();

            shop.assertGuarantees(sale, buying.join());
            assertThat(shop.orders(sale.id(), "UNPAID")).hasSize(400);
        }
    }

    @Test
    void purchasesGoOnWhileTheDatabaseIsDownAndTheRelayCatchesUp() {
        Sale sale = Samples.openSale(200, 1);
        try (LocalDatabase own = LocalDatabase.start();
                Shop shop = Shop.open(redis, own, prefix)) {
            shop.sales.open(sale);

            own.crash();
            List<PurchaseResult> results =
                    Stampede.of(250, number -> shop.buy(PurchaseRequest.of(sale.id(), Samples.buyer(number))));
            assertThat(results.stream().filter(Accepted.class::isInstance)).hasSize(200);
            own.recover();

            shop.assertGuarantees(sale, results);
            assertThat(shop.orders(sale.id(), "UNPAID")).hasSize(200);
        }
    }

    @Test
    void aSinkThatThrowsForAWhileLosesNothing() {
        Sale sale = Samples.openSale(100, 1);
        try (Shop shop = Shop.open(HostWithTrouble.class, redis, database, prefix)) {
            HostWithTrouble.Trouble trouble = shop.context.getBean(HostWithTrouble.Trouble.class);
            trouble.throwing = true;
            shop.sales.open(sale);
            List<PurchaseResult> results =
                    Stampede.of(100, number -> shop.buy(PurchaseRequest.of(sale.id(), Samples.buyer(number))));
            await().until(() -> trouble.thrown.get() >= 3);

            trouble.throwing = false;

            shop.assertGuarantees(sale, results);
            assertThat(shop.orders(sale.id(), "UNPAID")).hasSize(100);
        }
    }

    @Test
    void aPoisonOrderAloneIsSetAsideAndItsStockStaysHeld() {
        Sale sale = Samples.openSale(100, 1);
        try (Shop shop = Shop.open(
                HostWithTrouble.class,
                redis,
                database,
                prefix,
                "seckill.relay.max-attempts=3",
                "seckill.relay.first-pause=10ms")) {
            shop.context.getBean(HostWithTrouble.Trouble.class).poison = Samples.buyer(13);
            shop.sales.open(sale);

            Stampede.of(100, number -> shop.buy(PurchaseRequest.of(sale.id(), Samples.buyer(number))));
            shop.awaitDrained();

            assertThat(shop.orders(sale.id(), "UNPAID")).hasSize(99);
            SaleStatus status = shop.sales.find(sale.id()).orElseThrow();
            assertThat(status.available()).isZero();
            assertThat(status.reserved()).isEqualTo(100);
            Outbox outbox = shop.context.getBean(Outbox.class);
            assertThat(IntStream.range(0, outbox.partitions())
                            .mapToLong(partition -> outbox.backlog(partition).dead()))
                    .containsOnlyOnce(1L);
        }
    }

    @Test
    void theDatabaseRefusesWhatALostRedisSellsAgain() {
        Sale sale = Samples.openSale(10, 1);
        try (Shop shop = Shop.open(redis, database, prefix)) {
            shop.sales.open(sale);
            Stampede.of(10, number -> shop.buy(PurchaseRequest.of(sale.id(), Samples.buyer(number))));
            shop.awaitDrained();

            redis.command("FLUSHALL");
            shop.context.getBean(SaleRegistry.class).open(sale); // Sales would not
            List<PurchaseResult> again =
                    Stampede.of(10, number -> shop.buy(PurchaseRequest.of(sale.id(), Samples.buyer(number + 5))));
            assertThat(again).allMatch(Accepted.class::isInstance);
            shop.awaitDrained();

            assertThat(shop.orders(sale.id(), "UNPAID")).hasSize(10);
            assertThat(shop.orders(sale.id(), "REFUSED")).hasSize(10);
            assertThat(shop.sales.find(sale.id()).orElseThrow().available()).isEqualTo(10);
            List<Holding> held = shop.gate()
                    .holdings(sale.id(), Samples.buyer(14))
                    .toCompletableFuture()
                    .join();
            assertThat(held)
                    .singleElement()
                    .satisfies(holding -> assertThat(holding.released()).hasValue(ReleaseReason.NO_STOCK));
            List<Holding> twice = shop.gate()
                    .holdings(sale.id(), Samples.buyer(7))
                    .toCompletableFuture()
                    .join();
            assertThat(twice)
                    .singleElement()
                    .satisfies(holding -> assertThat(holding.released()).hasValue(ReleaseReason.LIMIT_REACHED));
        }
    }

    @Test
    void aProcessKilledBetweenCommitAndAcknowledgementLeavesOneOrderEach() throws Exception {
        Sale sale = Samples.openSale(60, 1);
        try (Shop selling = Shop.open(redis, database, prefix, "seckill.relay.enabled=false")) {
            selling.sales.open(sale);
            List<PurchaseResult> results =
                    Stampede.of(60, number -> selling.buy(PurchaseRequest.of(sale.id(), Samples.buyer(number))));

            try (KillableNode node = KillableNode.start(redis, database, prefix)) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> !selling.orders(sale.id(), "UNPAID").isEmpty());
                node.kill();
            }

            try (Shop survivor = Shop.open(redis, database, prefix)) {
                survivor.assertGuarantees(sale, results);
                assertThat(survivor.orders(sale.id(), "UNPAID")).hasSize(60);
            }
        }
    }
}
