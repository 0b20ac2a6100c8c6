package io.seckill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.OrderProgress;
import io.seckill.OrderProgress.Queued;
import io.seckill.OrderProgress.Released;
import io.seckill.OrderProgress.Stored;
import io.seckill.OrderProgress.Unknown;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.PurchaseResult;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SeckillUnavailableException;
import io.seckill.event.Events;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SinkUnavailableException;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import io.seckill.test.order.WatchedLedger;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class OrderFinderTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final BuyerId ALICE = new BuyerId("alice");
    private static final BuyerId BOB = new BuyerId("bob");

    private final AtomicLong nanos = new AtomicLong(1);
    private final InMemoryStockGuard stock = new InMemoryStockGuard();
    private final SaleRegistry sales = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
    private final AdmissionGate gate =
            new ComposedGate(sales, new InMemoryOnePerUserGuard(), stock, (sale, accepted) -> {}, Runnable::run);
    private final WatchedLedger watched = new WatchedLedger(Clock.systemUTC());
    private final Events events = new Events(List.of(), SeckillMetrics.NONE);
    private final Sale sale = Samples.openSale(1_000, 1);
    private final List<OrderFinder> finders = new ArrayList<>();
    private final OrderFinder here = finder(PATIENCE);

    @BeforeEach
    void openSale() {
        sales.open(sale);
        watched.ledger.open(sale);
    }

    @AfterEach
    void close() {
        watched.before(call -> {});
        finders.forEach(OrderFinder::close);
    }

    @Test
    void asksNobodyWhileAPurchaseOfThisNodeIsOnItsWay() {
        Reservation bought = buy(here, ALICE);

        for (int i = 0; i < 1_000; i++) {
            assertThat(here.find(bought.order())).isEqualTo(new Queued(bought));
            assertThat(here.find(bought.order(), ALICE)).isEqualTo(new Queued(bought));
        }

        assertThat(questions()).isZero();
    }

    @Test
    void asksTheLedgerOnceTheStorageIsAnnounced() {
        Reservation bought = buy(here, ALICE);
        watched.ledger.deliver(List.of(bought));

        events.announce(List.of(bought.order()));

        assertThat(status(here.find(bought.order()))).isEqualTo(OrderStatus.UNPAID);
        assertThat(questions()).isEqualTo(1);
    }

    @Test
    void asksTheLedgerAfterSomeSecondsIfTheAnnouncementWasLost() {
        Reservation bought = buy(here, ALICE);
        watched.ledger.deliver(List.of(bought));
        assertThat(here.find(bought.order())).isEqualTo(new Queued(bought));

        pass(OrderFinder.ON_ITS_WAY);

        assertThat(status(here.find(bought.order()))).isEqualTo(OrderStatus.UNPAID);
    }

    @Test
    void asksTheLedgerOnceInSomeSecondsForWhatIsOnItsWayForLong() {
        Reservation bought = buy(here, ALICE);

        for (int second = 0; second < 30; second++) {
            assertThat(here.find(bought.order())).isEqualTo(new Queued(bought));
            pass(Duration.ofSeconds(1));
        }

        assertThat(questions()).isBetween(5L, 10L);
    }

    @ParameterizedTest
    @EnumSource(
            value = OrderStatus.class,
            names = {"PAID", "CANCELLED", "REFUSED"})
    void asksNobodyForWhatIsFinal(OrderStatus status) {
        Reservation bought = buy(here, ALICE);
        end(bought, status);
        events.announce(List.of(bought.order()));
        assertThat(status(here.find(bought.order()))).isEqualTo(status);
        long before = questions();

        for (int i = 0; i < 200; i++) {
            assertThat(status(here.find(bought.order(), ALICE))).isEqualTo(status);
            pass(Duration.ofSeconds(1));
        }

        assertThat(questions()).isEqualTo(before);
    }

    @Test
    void noticesThePaymentAtOnceWhenItIsAnnounced() {
        Reservation bought = buy(here, ALICE);
        watched.ledger.deliver(List.of(bought));
        events.announce(List.of(bought.order()));
        assertThat(status(here.find(bought.order()))).isEqualTo(OrderStatus.UNPAID);

        watched.ledger.pay(bought.order(), new PaymentId("p"));
        events.announce(List.of(bought.order()));

        assertThat(status(here.find(bought.order()))).isEqualTo(OrderStatus.PAID);
    }

    @Test
    void asksRarelyForWhatIsUnpaidOrUnknown() {
        Reservation unpaid = buy(finder(PATIENCE), ALICE);
        watched.ledger.deliver(List.of(unpaid));
        OrderId unknown = Samples.orderId();

        for (int tenth = 0; tenth < 100; tenth++) {
            assertThat(status(here.find(unpaid.order()))).isEqualTo(OrderStatus.UNPAID);
            assertThat(here.find(unknown)).isEqualTo(new Unknown());
            pass(Duration.ofMillis(100));
        }

        assertThat(questions()).isBetween(10L, 16L);
    }

    @Test
    void asksForAllWhoWaitInOneQuestion() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        watched.before(call -> awaitUnlessFinished(answer));
        CompletableFuture<OrderProgress> first = CompletableFuture.supplyAsync(() -> here.find(Samples.orderId()));
        await().until(() -> questions() == 1);
        CompletableFuture<List<OrderProgress>> others =
                CompletableFuture.supplyAsync(() -> Stampede.of(200, number -> here.find(Samples.orderId())));

        await().until(() -> here.waiting() == 201);
        answer.countDown();

        assertThat(first.join()).isEqualTo(new Unknown());
        assertThat(others.join()).hasSize(200).containsOnly(new Unknown());
        assertThat(questions()).isEqualTo(2);
    }

    @Test
    void asksOnceForAnOrderThatManyAskFor() {
        OrderId order = Samples.orderId();

        Stampede.of(200, number -> here.find(order));

        assertThat(questions()).isEqualTo(1);
    }

    @Test
    void aBuyerFindsWhatAnotherNodeHasAccepted() {
        Reservation bought = buy(finder(PATIENCE), ALICE);

        assertThat(here.find(bought.order())).isEqualTo(new Unknown());
        assertThat(here.find(bought.order(), BOB)).isEqualTo(new Unknown());
        assertThat(here.find(bought.order(), ALICE)).isEqualTo(new Queued(bought));
    }

    @Test
    void nobodyFindsTheOrderOfAnother() {
        Reservation bought = buy(here, ALICE);
        assertThat(here.find(bought.order(), BOB)).isEqualTo(new Unknown());

        watched.ledger.deliver(List.of(bought));
        events.announce(List.of(bought.order()));

        assertThat(here.find(bought.order(), BOB)).isEqualTo(new Unknown());
        assertThat(status(here.find(bought.order(), ALICE))).isEqualTo(OrderStatus.UNPAID);
    }

    @Test
    void tellsWhyItWasGivenBack() {
        Reservation bought = buy(here, ALICE);
        gate.release(sale.id(), List.of(bought), ReleaseReason.NOT_DELIVERED)
                .toCompletableFuture()
                .join();
        events.announce(List.of(bought.order()));

        assertThat(here.find(bought.order())).isEqualTo(new Released(bought, ReleaseReason.NOT_DELIVERED));
        assertThat(here.find(bought.order(), ALICE)).isEqualTo(new Released(bought, ReleaseReason.NOT_DELIVERED));
        assertThat(here.find(bought.order(), BOB)).isEqualTo(new Unknown());
    }

    @Test
    void staysQueuedWhileTheLedgerIsOutOfOrder() {
        Reservation bought = buy(here, ALICE);
        watched.before(OrderFinderTest::down);
        pass(OrderFinder.ON_ITS_WAY);

        assertThat(here.find(bought.order())).isEqualTo(new Queued(bought));
        assertThat(here.find(bought.order(), ALICE)).isEqualTo(new Queued(bought));
        assertThatThrownBy(() -> here.find(Samples.orderId()))
                .isInstanceOf(SeckillUnavailableException.class)
                .hasMessageContaining("order ledger")
                .hasMessageContaining("database is down");
    }

    @Test
    void anAnswerThatDoesNotComeIsNotWaitedForLong() {
        CountDownLatch answer = new CountDownLatch(1);
        watched.before(call -> awaitUnlessFinished(answer));
        OrderFinder impatient = finder(Duration.ofMillis(50));

        assertThatThrownBy(() -> impatient.find(Samples.orderId()))
                .isInstanceOf(SeckillUnavailableException.class)
                .hasMessage("the order ledger gave no answer within 50 ms");
        answer.countDown();
    }

    @Test
    void findsAgainAfterTheLedgerHasFailed() {
        AtomicBoolean broken = new AtomicBoolean(true);
        watched.before(call -> {
            if (broken.get()) {
                throw new LinkageError("broken");
            }
        });
        OrderId order = Samples.orderId();
        assertThatThrownBy(() -> here.find(order)).isInstanceOf(SeckillUnavailableException.class);

        broken.set(false);

        assertThat(here.find(order)).isEqualTo(new Unknown());
    }

    @Test
    void withoutALedgerTheGateIsAllThereIs() {
        OrderFinder alone = new OrderFinder(
                EngineParts.of(gate, Samples::orderId, Runnable::run).withRegistry(sales),
                questions(gate),
                PATIENCE,
                nanos::get);
        finders.add(alone);
        Reservation bought = buy(alone, ALICE);
        Reservation elsewhere = buy(here, BOB);

        pass(OrderFinder.ON_ITS_WAY);
        assertThat(alone.find(bought.order())).isEqualTo(new Queued(bought));
        assertThat(alone.find(elsewhere.order())).isEqualTo(new Unknown());
        assertThat(alone.find(elsewhere.order(), BOB)).isEqualTo(new Queued(elsewhere));

        gate.release(sale.id(), List.of(bought), ReleaseReason.NO_STOCK)
                .toCompletableFuture()
                .join();
        pass(OrderFinder.ON_ITS_WAY);
        assertThat(alone.find(bought.order())).isEqualTo(new Released(bought, ReleaseReason.NO_STOCK));
    }

    @Test
    void whatTheGateHasLostIsUnknown() {
        Reservation lost = Samples.one(sale.id(), ALICE);
        here.answered(List.of(new PurchaseResult.Accepted(lost, false)));
        assertThat(here.find(lost.order())).isEqualTo(new Queued(lost));

        pass(OrderFinder.ON_ITS_WAY);

        assertThat(here.find(lost.order())).isEqualTo(new Unknown());
    }

    @Test
    void aRepetitionIsNotTakenToBeOnItsWay() {
        Reservation bought = buy(finder(PATIENCE), ALICE);
        end(bought, OrderStatus.PAID);

        here.answered(List.of(new PurchaseResult.Accepted(bought, true)));

        assertThat(status(here.find(bought.order()))).isEqualTo(OrderStatus.PAID);
    }

    private OrderFinder finder(Duration patience) {
        OrderFinder finder = new OrderFinder(
                EngineParts.of(gate, Samples::orderId, Runnable::run)
                        .withEvents(events)
                        .withLedger(watched.ledger)
                        .withRegistry(sales),
                questions(gate),
                patience,
                nanos::get);
        finders.add(finder);
        return finder;
    }

    private HoldingQuestions questions(AdmissionGate asked) {
        return new HoldingQuestions(asked, Optional.of(sales), List::of, nanos::get);
    }

    private Reservation buy(OrderFinder node, BuyerId buyer) {
        Reservation wish = Samples.one(sale.id(), buyer);
        List<PurchaseResult> results =
                gate.admit(sale.id(), List.of(wish)).toCompletableFuture().join();
        assertThat(results).containsExactly(new PurchaseResult.Accepted(wish, false));
        node.answered(results);
        return wish;
    }

    private void end(Reservation bought, OrderStatus status) {
        if (status == OrderStatus.REFUSED) {
            watched.ledger.refuse(bought, ReleaseReason.NO_STOCK);
            return;
        }
        watched.ledger.deliver(List.of(bought));
        if (status == OrderStatus.PAID) {
            watched.ledger.pay(bought.order(), new PaymentId("p"));
        } else {
            watched.ledger.cancel(bought.order(), ReleaseReason.CANCELLED_BY_BUYER);
        }
    }

    private long questions() {
        return watched.count("find");
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static OrderStatus status(OrderProgress progress) {
        return ((Stored) progress).order().status();
    }

    private static void down(WatchedLedger.Call call) {
        throw new SinkUnavailableException("database is down", new IllegalStateException());
    }

    private static void awaitUnlessFinished(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
