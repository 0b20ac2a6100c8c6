package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.Holding;
import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.reconcile.DriftKind;
import io.seckill.reconcile.Rebuild;
import io.seckill.reconcile.Reconciler;
import io.seckill.relay.OrderRelay;
import io.seckill.relay.RelayConfig;
import io.seckill.spi.Outbox;
import io.seckill.spi.SeckillMetrics;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redis loses data, and the gate is made anew from the database. Each test has a Redis of its own. */
class RebuildTest {

    private static final Operator OPERATOR = Operator.named("operator");

    private final String prefix = "rebuild-" + UUID.randomUUID();
    private LocalRedis redis;
    private LocalDatabase database;

    @BeforeEach
    void start() {
        redis = LocalRedis.start();
        database = LocalDatabase.shared().newSchema();
    }

    @AfterEach
    void stop() {
        redis.close();
        database.close();
    }

    private ReconciledShop shop(String... properties) {
        String[] all = new String[properties.length + 1];
        all[0] = "seckill.reconcile.settle=50ms";
        System.arraycopy(properties, 0, all, 1, properties.length);
        return ReconciledShop.of(Shop.open(redis, database, prefix, all), redis);
    }

    @Test
    void afterRedisWasEmptiedDuringASaleTheRestIsSoldAndNoMore() {
        ReconciledShop shop = shop();
        try (Shop open = shop.shop()) {
            Sale sale = shop.opened(200, 1);
            AtomicInteger buyers = new AtomicInteger();
            AtomicInteger accepted = new AtomicInteger();
            AtomicBoolean resumed = new AtomicBoolean();
            List<CompletableFuture<Void>> buying = IntStream.range(0, 8)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> buy(open, sale, buyers, accepted, resumed)))
                    .toList();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> open.orders(sale.id(), "UNPAID").size() > 60);
            shop.pay(shop.ledger().find(id(open, sale, 3)).orElseThrow().reservation());
            shop.cancel(shop.ledger().find(id(open, sale, 4)).orElseThrow().reservation());

            redis.command("FLUSHALL");

            Rebuild.Done rebuilt = (Rebuild.Done) shop.reconciler().rebuild(sale.id(), OPERATOR);
            assertThat(rebuilt.epoch()).isEqualTo(1);
            assertThat(rebuilt.sale().state()).isEqualTo(SaleState.PAUSED);
            assertThat(rebuilt.sale().sold()).isEqualTo(1);
            assertThat(open.sales.list())
                    .extracting(status -> status.sale().id())
                    .contains(sale.id());
            shop.assertAgreed(sale);

            resumed.set(true);
            shop.resume(sale.id());
            buying.forEach(CompletableFuture::join);
            open.awaitDrained();

            assertThat(open.orders(sale.id(), "UNPAID")).hasSize(199);
            assertThat(open.orders(sale.id(), "PAID")).hasSize(1);
            assertThat(open.jdbc.queryForList(
                            "SELECT buyer_id FROM seckill_order WHERE sale_id = ? AND live_slot IS NOT NULL",
                            String.class,
                            sale.id().value()))
                    .doesNotHaveDuplicates();
            assertThat(accepted.get()).isGreaterThanOrEqualTo(200);
            shop.assertAgreed(sale);
        }
    }

    private static OrderId id(Shop open, Sale sale, int number) {
        return new OrderId(open.orders(sale.id(), "UNPAID").get(number));
    }

    /** Each buyer wants one item; the thread ends when the stock is gone for good. */
    private static void buy(Shop open, Sale sale, AtomicInteger buyers, AtomicInteger accepted, AtomicBoolean resumed) {
        while (true) {
            PurchaseRequest request = PurchaseRequest.of(sale.id(), Samples.buyer(buyers.getAndIncrement()));
            PurchaseResult result = await().atMost(Duration.ofSeconds(60))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> open.buyPatiently(request), RebuildTest::isAnAnswer);
            if (result instanceof Accepted) {
                accepted.incrementAndGet();
            } else if (resumed.get()) {
                return;
            }
        }
    }

    private static boolean isAnAnswer(PurchaseResult result) {
        return !result.equals(Rejected.because(Reason.UNKNOWN_SALE)) && !result.equals(Rejected.because(Reason.PAUSED));
    }

    @Test
    void afterTheLastWritesWereLostGateAndLedgerAgreeAgain() {
        ReconciledShop shop = shop();
        try (Shop open = shop.shop()) {
            Sale sale = shop.opened(10, 1);
            IntStream.range(0, 4).forEach(buyer -> shop.accepted(sale, buyer, 1));
            open.awaitDrained();
            String gate = shop.keys().sale(sale.id());
            String buyers = shop.keys().buyers(sale.id());
            redis.command("COPY", gate, gate + ":earlier");
            redis.command("COPY", buyers, buyers + ":earlier");
            IntStream.range(4, 8).forEach(buyer -> shop.accepted(sale, buyer, 1));
            open.awaitDrained();
            shop.pay(shop.held(sale, 1));
            shop.cancel(shop.held(sale, 2));
            redis.command("COPY", gate + ":earlier", gate, "REPLACE");
            redis.command("COPY", buyers + ":earlier", buyers, "REPLACE");

            assertThat(((Rebuild.Refused) shop.reconciler().rebuild(sale.id(), OPERATOR)).why())
                    .contains("is open; pause it first");
            shop.pause(sale.id());
            assertThat(shop.check(sale).orders(DriftKind.ORDER_NOT_HELD)).hasSize(4);
            Reservation cancelled = shop.held(sale, 2);

            Rebuild.Done rebuilt = (Rebuild.Done) shop.reconciler().rebuild(sale.id(), OPERATOR);

            assertThat(rebuilt.orders()).isEqualTo(8);
            shop.assertAgreed(sale);
            SaleStatus status = open.sales.find(sale.id()).orElseThrow();
            assertThat(List.of(status.available(), status.reserved(), status.sold()))
                    .containsExactly(3L, 6L, 1L);
            shop.resume(sale.id());
            assertThat(open.buy(PurchaseRequest.of(sale.id(), Samples.buyer(5))))
                    .isInstanceOf(Rejected.class);
            assertThat(open.buy(PurchaseRequest.of(sale.id(), cancelled.buyer()).withOrder(cancelled.order())))
                    .isEqualTo(Rejected.because(Reason.RELEASED));
            IntStream.range(8, 11).forEach(buyer -> shop.accepted(sale, buyer, 1));
            assertThat(open.buy(PurchaseRequest.of(sale.id(), Samples.buyer(11))))
                    .isEqualTo(Rejected.because(Reason.SOLD_OUT));
            open.awaitDrained();
            shop.assertAgreed(sale);
        }
    }

    @Test
    void aParcelFromBeforeThatIsDeliveredAfterwardsIsRefusedAndReleasesNothing() throws Exception {
        ReconciledShop shop = shop("seckill.relay.enabled=false");
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        Outbox outbox = shop.shop().context.getBean(Outbox.class);
        try (Shop selling = shop.shop();
                OrderRelay relay = new OrderRelay(
                        outbox,
                        reservations -> {
                            arrived.countDown();
                            join(open);
                            return shop.ledger().deliver(reservations);
                        },
                        selling.gate(),
                        SeckillMetrics.NONE,
                        RelayConfig.DEFAULT)) {
            Sale sale = shop.opened(3, 1);
            Reservation late = shop.accepted(sale, 0, 1);
            relay.start();
            arrived.await();

            redis.command("FLUSHALL");
            shop.reconciler().rebuild(sale.id(), OPERATOR);
            shop.resume(sale.id());
            IntStream.range(1, 4).forEach(buyer -> shop.accepted(sale, buyer, 1));
            open.countDown();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> selling.orders(sale.id(), "UNPAID").size() == 3);
            selling.awaitDrained();

            assertThat(shop.ledger().find(late.order())).hasValueSatisfying(order -> {
                assertThat(order.status()).isEqualTo(OrderStatus.REFUSED);
                assertThat(order.reason()).contains(ReleaseReason.REBUILT);
            });
            assertThat(selling.sales.find(sale.id()).orElseThrow().available()).isZero();
            shop.assertAgreed(sale);
            assertThat(selling.buy(PurchaseRequest.of(sale.id(), Samples.buyer(9))))
                    .isEqualTo(Rejected.because(Reason.SOLD_OUT));
        }
    }

    private static void join(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aSaleWithOrdersThatRedisLostIsNotOpenedAnewButRebuilt() {
        ReconciledShop shop = shop();
        try (Shop open = shop.shop()) {
            Sale sale = shop.opened(2, 1);
            shop.accepted(sale, 0, 1);
            Sale neverSold = shop.opened(2, 1);
            open.awaitDrained();
            redis.command("FLUSHALL");

            assertThat(open.sales.open(sale)).isEqualTo(new Opening.Lost(sale));
            assertThat(open.buy(PurchaseRequest.of(sale.id(), Samples.buyer(1))))
                    .isEqualTo(Rejected.because(Reason.UNKNOWN_SALE));
            assertThat(open.sales.open(neverSold)).isEqualTo(new Opening.Created());

            shop.reconciler().rebuild(sale.id(), OPERATOR);
            assertThat(open.sales.open(sale)).isEqualTo(new Opening.Unchanged());
            shop.assertAgreed(sale);

            redis.command("FLUSHALL");
            shop.cancel(
                    shop.ledger().orders(sale.id(), Optional.empty(), 1).get(0).reservation());
            assertThat(open.sales.open(sale))
                    .as("what it sells must be of the ledger's epoch")
                    .isEqualTo(new Opening.Lost(sale));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSaleThatIsResumedOrWhoseStockChangesMeanwhileIsNotRebuilt(boolean resumed) {
        ReconciledShop shop = shop();
        try (Shop open = shop.shop()) {
            Sale sale = shop.opened(5, 1);
            shop.accepted(sale, 0, 1);
            open.awaitDrained();
            shop.pause(sale.id());
            String gate = shop.keys().sale(sale.id());
            Reconciler slow = shop.intercepted(call -> {
                if (call.equals("beginRebuild")) {
                    redis.command("HSET", gate, resumed ? "state" : "plan", resumed ? "OPEN" : "key 5 4 operator");
                }
            });

            assertThat(((Rebuild.Refused) slow.rebuild(sale.id(), OPERATOR)).why())
                    .contains("resumed, or its stock changed, meanwhile");

            assertThat(shop.ledger().sale(sale.id()).orElseThrow().epoch()).isZero();
            assertThat(open.sales.find(sale.id()).orElseThrow().reserved()).isEqualTo(1);
            shop.pause(sale.id()); // finishes what is half done
            assertThat(shop.reconciler().rebuild(sale.id(), OPERATOR)).isInstanceOf(Rebuild.Done.class);
            shop.assertAgreed(sale);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"beginRebuild, 1", "correct, 1", "correct, 3", "correct, 5", "endRebuild, 1"})
    void aCrashLeavesTheSaleClosedToBuyersUntilItIsRebuiltAgain(String call, int time) {
        ReconciledShop shop = shop();
        try (Shop open = shop.shop()) {
            Sale sale = shop.opened(20, 1);
            IntStream.range(0, 8).forEach(buyer -> shop.accepted(sale, buyer, 1));
            open.awaitDrained();
            shop.pay(shop.held(sale, 0));
            shop.cancel(shop.held(sale, 1));
            redis.command("FLUSHALL");
            AtomicInteger calls = new AtomicInteger();
            Reconciler crashing = shop.intercepted(name -> {
                if (name.equals(call) && calls.incrementAndGet() == time) {
                    throw new IllegalStateException("crash");
                }
            });

            assertThatThrownBy(() -> crashing.rebuild(sale.id(), OPERATOR)).hasMessage("crash");

            PurchaseResult refused = open.buy(PurchaseRequest.of(sale.id(), Samples.buyer(9)));
            assertThat(refused).isIn(Rejected.because(Reason.UNKNOWN_SALE), Rejected.because(Reason.PAUSED));
            assertThat(open.sales.resume(sale.id(), OPERATOR)).isNotInstanceOf(SaleUpdate.Done.class);
            Rebuild.Done rebuilt = (Rebuild.Done) shop.reconciler().rebuild(sale.id(), OPERATOR);
            assertThat(rebuilt.sale().state()).isEqualTo(SaleState.PAUSED);
            assertThat(rebuilt.orders()).isEqualTo(8);
            shop.assertAgreed(sale);
        }
    }

    @Test
    void whatIsPaidDuringTheRebuildIsCountedAsSold() {
        ReconciledShop shop = shop();
        try (Shop open = shop.shop()) {
            Sale sale = shop.opened(20, 1);
            Reservation onTheFirstPage = IntStream.range(0, 6)
                    .mapToObj(buyer -> shop.accepted(sale, buyer, 1))
                    .min(Comparator.comparing(one -> one.order().value()))
                    .orElseThrow();
            open.awaitDrained();
            redis.command("FLUSHALL");
            AtomicInteger calls = new AtomicInteger();
            Reconciler slow = shop.intercepted(name -> {
                if (name.equals("correct") && calls.incrementAndGet() == 1) {
                    CompletableFuture.runAsync(() -> shop.pay(onTheFirstPage)).join();
                }
            });

            Rebuild.Done rebuilt = (Rebuild.Done) slow.rebuild(sale.id(), OPERATOR);

            assertThat(rebuilt.sale().sold()).isEqualTo(1);
            shop.assertAgreed(sale);
        }
    }

    @Test
    void whatLiesInTheOutboxIsDeliveredFirst() {
        ReconciledShop shop = shop("seckill.relay.enabled=false");
        try (Shop selling = shop.shop()) {
            Sale sale = shop.opened(5, 1);
            Reservation waiting = shop.accepted(sale, 0, 1);
            shop.pause(sale.id());
            Reconciler impatient = shop.reconciler(shop.books(), Duration.ZERO);
            CompletableFuture<Rebuild> rebuilding =
                    CompletableFuture.supplyAsync(() -> shop.reconciler().rebuild(sale.id(), OPERATOR));
            try (Shop relaying = shop().shop()) {
                relaying.awaitDrained();
                assertThat(((Rebuild.Done) rebuilding.join()).orders()).isEqualTo(1);
            }
            assertThat(shop.ledger().find(waiting.order()).orElseThrow().status())
                    .isEqualTo(OrderStatus.UNPAID);

            shop.resume(sale.id());
            Reservation tooLate = shop.accepted(sale, 1, 1);
            shop.pause(sale.id());
            assertThat(((Rebuild.Done) impatient.rebuild(sale.id(), OPERATOR)).epoch())
                    .isEqualTo(2);
            try (Shop relaying = shop().shop()) {
                relaying.awaitDrained();
            }
            assertThat(shop.ledger().find(tooLate.order()).orElseThrow().reason())
                    .contains(ReleaseReason.REBUILT);
            shop.assertAgreed(sale);
        }
    }

    @Test
    void aClosedSaleStaysClosedAndASettledOrUnknownOneIsNotRebuilt() {
        ReconciledShop shop = shop();
        try (Shop open = shop.shop()) {
            Sale closed = shop.resting();
            open.sales.close(closed.id(), OPERATOR);
            assertThat(((Rebuild.Done) shop.reconciler().rebuild(closed.id(), OPERATOR))
                            .sale()
                            .state())
                    .isEqualTo(SaleState.CLOSED);
            assertThat(shop.audit(closed)).contains("operator", "rebuild epoch 1");

            Sale settled = shop.opened(5, 1);
            shop.ledger().settle(settled.id(), shop.ledger().figures(settled.id()));
            assertThat(((Rebuild.Refused) shop.reconciler().rebuild(settled.id(), OPERATOR)).why())
                    .contains(settled.id().value(), "settled");
            assertThat(shop.reconciler().rebuild(Samples.saleId(), OPERATOR)).isInstanceOf(Rebuild.Unknown.class);
            assertThat(open.gate()
                            .holdings(closed.id(), Samples.buyer(3))
                            .toCompletableFuture()
                            .join())
                    .extracting(Holding::live)
                    .containsExactly(false);
        }
    }
}
