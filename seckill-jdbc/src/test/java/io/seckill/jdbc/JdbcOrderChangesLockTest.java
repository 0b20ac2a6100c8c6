package io.seckill.jdbc;

import static io.seckill.ReleaseReason.CANCELLED_BY_BUYER;
import static io.seckill.test.contract.Samples.buyer;
import static io.seckill.test.contract.Samples.one;
import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.PaymentId;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderLedger;
import io.seckill.test.contract.MovableClock;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom a transaction that changes orders keeps waiting, and whom not. Lock waits are short here, so who must wait fails. */
class JdbcOrderChangesLockTest {

    private static final PaymentId PAYMENT = new PaymentId("payment-1");
    private static final Duration CLAIM = Duration.ofMinutes(1);

    private static final MovableClock CLOCK = new MovableClock();
    private static Fixture fixture;
    private static JdbcOrderLedger ledger;

    @BeforeAll
    static void createSchema() {
        fixture = new Fixture(LocalDatabase.shared(), Fixture.SHORT_LOCK_WAIT, config -> {});
        ledger = fixture.ledgerAt(CLOCK, fixture.pool);
    }

    @AfterAll
    static void dropSchema() {
        fixture.close();
    }

    @BeforeEach
    void nothingIsLeftOfOtherTests() {
        CLOCK.pass(Sale.DEFAULT_PAY_WITHIN);
        assertThat(ledger.expire(1_000)).hasSizeLessThan(1_000);
        CLOCK.pass(OrderLedger.TELLING);
        ledger.told(ledger.claimUntold(1_000, CLAIM).stream()
                .map(order -> order.reservation().order())
                .toList());
    }

    @Test
    void anOpenSweepKeepsNeitherDeliveriesNorOtherSweepsWaiting() throws Exception {
        Sale swept = fixture.open(10, 1);
        Sale other = fixture.open(10, 1);
        List<OrderId> first = store(swept, 0, 3);
        CLOCK.pass(Duration.ofSeconds(1));
        List<OrderId> second = store(other, 0, 3);
        CLOCK.pass(Sale.DEFAULT_PAY_WITHIN);

        try (HeldCommits commits = new HeldCommits(fixture.pool)) {
            CompletableFuture<List<Order>> sweep = held(commits, node -> node.expire(3));
            commits.awaitCommit();

            assertThat(ledger.expire(100))
                    .extracting(order -> order.reservation().order())
                    .containsExactlyElementsOf(second);
            // ids and deadlines next to those that are locked
            assertThat(ledger.deliver(List.of(one(other.id(), buyer(1))))).containsExactly(Delivery.stored());
            assertThat(ledger.pay(store(other, 2, 1).get(0), PAYMENT)).isInstanceOf(OrderChange.Done.class);
            commits.close();
            assertThat(sweep.get(30, TimeUnit.SECONDS))
                    .extracting(order -> order.reservation().order())
                    .containsExactlyElementsOf(first);
        }
        assertThat(fixture.held(swept)).isZero();
    }

    @Test
    void aSaleThatSomebodyHoldsForLongKeepsNeitherOtherSalesNorPaymentsWaiting() throws Exception {
        Sale rebuilt = fixture.open(10, 1);
        Sale other = fixture.open(10, 1);
        List<OrderId> oldest = store(rebuilt, 0, 3);
        CLOCK.pass(Duration.ofSeconds(1));
        List<OrderId> overdue = store(other, 0, 3);
        CLOCK.pass(Sale.DEFAULT_PAY_WITHIN);

        try (Blocker rebuild = new Blocker(fixture)) {
            rebuild.lock(rebuilt);

            assertThat(ledger.expire(2))
                    .extracting(order -> order.reservation().order())
                    .containsExactlyElementsOf(overdue.subList(0, 2));
            assertThat(ledger.expire(100))
                    .extracting(order -> order.reservation().order())
                    .containsExactlyElementsOf(overdue.subList(2, 3));
            assertThat(ledger.expire(100)).isEmpty();
            assertThat(ledger.pay(oldest.get(0), PAYMENT)).isInstanceOf(OrderChange.Done.class);
        }
        assertThat(ledger.expire(100)).hasSize(2);
        assertThat(fixture.held(rebuilt)).isEqualTo(1);
    }

    @Test
    void aSweepThatFindsNothingMoreKeepsNoDeliveryWaiting() throws Exception {
        Sale swept = fixture.open(10, 1);
        Sale other = fixture.open(10, 1);
        store(swept, 0, 3);
        CLOCK.pass(Sale.DEFAULT_PAY_WITHIN);

        // at REPEATABLE READ it would lock the gap behind the last order it found, where the next deadline goes
        try (HeldCommits commits = new HeldCommits(fixture.pool)) {
            CompletableFuture<List<Order>> sweep = held(commits, node -> node.expire(1_000));
            commits.awaitCommit();

            assertThat(ledger.deliver(List.of(one(other.id(), buyer(1))))).containsExactly(Delivery.stored());
            commits.close();
            assertThat(sweep.get(30, TimeUnit.SECONDS)).hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void anOpenClaimKeepsNeitherDeliveriesNorOtherClaimsWaiting() throws Exception {
        Sale sale = fixture.open(10, 1);
        List<OrderId> orders = store(sale, 0, 4);
        orders.forEach(order -> ledger.pay(order, PAYMENT));
        CLOCK.pass(OrderLedger.TELLING);

        try (HeldCommits commits = new HeldCommits(fixture.pool)) {
            CompletableFuture<List<Order>> claim = held(commits, node -> node.claimUntold(1_000, CLAIM));
            commits.awaitCommit();

            assertThat(ledger.claimUntold(1_000, CLAIM)).isEmpty();
            OrderId next = store(sale, 4, 1).get(0);
            assertThat(ledger.pay(next, PAYMENT)).isInstanceOf(OrderChange.Done.class);
            assertThat(ledger.cancel(store(sale, 5, 1).get(0), CANCELLED_BY_BUYER))
                    .isInstanceOf(OrderChange.Done.class);
            commits.close();
            assertThat(claim.get(30, TimeUnit.SECONDS))
                    .extracting(order -> order.reservation().order())
                    .containsAll(orders);
        }
    }

    @Test
    void aQuestionForAnUnknownOrderKeepsNoDeliveryWaiting() throws Exception {
        Sale sale = fixture.open(10, 1);
        OrderId unknown = Samples.orderId();

        try (HeldCommits commits = new HeldCommits(fixture.pool)) {
            CompletableFuture<OrderChange> payment = held(commits, node -> node.pay(unknown, PAYMENT));
            commits.awaitCommit();

            assertThat(store(sale, 0, 1)).hasSize(1);
            commits.close();
            assertThat(payment.get(30, TimeUnit.SECONDS)).isEqualTo(new OrderChange.Unknown());
        }
    }

    @Test
    void aPaymentLocksItsOrderAlone() throws Exception {
        Sale sale = fixture.open(10, 1);
        List<OrderId> orders = store(sale, 0, 2);

        try (HeldCommits commits = new HeldCommits(fixture.pool)) {
            CompletableFuture<OrderChange> payment = held(commits, node -> node.pay(orders.get(0), PAYMENT));
            commits.awaitCommit();

            assertThat(ledger.cancel(orders.get(1), CANCELLED_BY_BUYER)).isInstanceOf(OrderChange.Done.class);
            store(sale, 2, 1);
            commits.close();
            assertThat(payment.get(30, TimeUnit.SECONDS)).isInstanceOf(OrderChange.Done.class);
        }
    }

    @Test
    void aCancellationIsTriedAgainAsTheVictimOfADeadlock() throws Exception {
        Sale sale = fixture.open(10, 1);
        Sale elsewhere = fixture.open(10, 1);
        OrderId order = store(sale, 0, 1).get(0);
        store(elsewhere, 0, 5);
        try (Blocker blocker = new Blocker(fixture)) {
            // somebody locks the sale first; the transaction that changed fewer rows is the victim
            blocker.lock(sale);
            blocker.execute("UPDATE seckill_order SET updated_at = 1 WHERE sale_id = '" + elsewhere.id() + "'");
            CompletableFuture<OrderChange> cancellation =
                    CompletableFuture.supplyAsync(() -> ledger.cancel(order, CANCELLED_BY_BUYER));
            Blocker.awaitWaiter(fixture);

            blocker.execute("UPDATE seckill_order SET updated_at = 1 WHERE order_id = '" + order + "'");
            blocker.commit();

            assertThat(cancellation.get(30, TimeUnit.SECONDS)).isInstanceOf(OrderChange.Done.class);
        }
        assertThat(fixture.held(sale)).isZero();
    }

    private static <T> CompletableFuture<T> held(HeldCommits commits, Function<OrderLedger, T> call) {
        OrderLedger node = new JdbcOrderLedger(fixture.pool, commits, CLOCK);
        return CompletableFuture.supplyAsync(() -> call.apply(node));
    }

    private static List<OrderId> store(Sale sale, int firstBuyer, int count) {
        List<Reservation> reservations = IntStream.range(firstBuyer, firstBuyer + count)
                .mapToObj(number -> one(sale.id(), buyer(number)))
                .toList();
        assertThat(ledger.deliver(reservations)).containsOnly(Delivery.stored());
        return reservations.stream().map(Reservation::order).toList();
    }
}
