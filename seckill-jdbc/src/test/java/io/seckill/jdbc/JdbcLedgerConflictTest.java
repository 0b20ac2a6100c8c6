package io.seckill.jdbc;

import static io.seckill.test.contract.Samples.buyer;
import static io.seckill.test.contract.Samples.one;
import static io.seckill.test.contract.Samples.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.seckill.BuyerId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.spi.SinkUnavailableException;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import io.seckill.test.server.LocalDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Other transactions in the way of the ledger's. */
class JdbcLedgerConflictTest {

    private static final Delivery STORED = Delivery.stored();

    private static Fixture fixture;

    @BeforeAll
    static void createSchema() {
        fixture = new Fixture(LocalDatabase.shared(), Fixture.SHORT_LOCK_WAIT, config -> {});
    }

    @AfterAll
    static void dropSchema() {
        fixture.close();
    }

    @Test
    void triesAgainAfterALockWaitTimeout() throws Exception {
        Sale sale = fixture.open(10, 1);
        Reservation reservation = one(sale.id(), buyer(1));
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.lock(sale);
            CompletableFuture<List<Delivery>> delivery = deliverLater(reservation);

            Blocker.awaitWaiters(fixture, 2);
            blocker.commit();

            assertThat(delivery.get(30, TimeUnit.SECONDS)).containsExactly(STORED);
        }
        assertThat(fixture.held(sale)).isEqualTo(1);
    }

    @Test
    void isUnavailableWhenTheLockIsNeverLetGo() throws Exception {
        Sale sale = fixture.open(10, 1);
        Reservation reservation = one(sale.id(), buyer(1));
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.lock(sale);

            assertThatExceptionOfType(SinkUnavailableException.class)
                    .isThrownBy(() -> fixture.ledger.deliver(List.of(reservation)))
                    .withMessageContaining(sale.id().value());
        }
        assertThat(fixture.ledger.deliver(List.of(reservation))).containsExactly(STORED);
    }

    @Test
    void triesAgainAsTheVictimOfADeadlock() throws Exception {
        Sale sale = fixture.open(10, 2); // with a limit of one the sale's row is locked last, and there is no deadlock
        Sale elsewhere = fixture.open(1_000, 1);
        List<Reservation> reservations = List.of(wish(sale.id(), buyer(1), 2), wish(sale.id(), buyer(2), 2));
        long deadlocks = deadlocks();
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.insertOrder("planted-" + sale.id().value().substring(5), sale, "buyer-2");
            // the transaction with fewer rows is the victim
            for (int i = 0; i < 50; i++) {
                blocker.insertOrder("e" + i + elsewhere.id().value().substring(5), elsewhere, "buyer-" + i);
            }
            CompletableFuture<List<Delivery>> delivery =
                    CompletableFuture.supplyAsync(() -> fixture.ledger.deliver(reservations));
            Blocker.awaitWaiter(fixture);

            blocker.lock(sale);
            blocker.commit();

            assertThat(delivery.get(30, TimeUnit.SECONDS))
                    .containsExactly(STORED, Delivery.refused(ReleaseReason.LIMIT_REACHED));
        }
        assertThat(deadlocks()).isGreaterThan(deadlocks);
    }

    @Test
    void isNobodysVictimWhileItWaitsForABuyersSlot() throws Exception {
        Sale sale = fixture.open(10, 1);
        List<Reservation> reservations = List.of(one(sale.id(), buyer(1)), one(sale.id(), buyer(2)));
        long deadlocks = deadlocks();
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.insertOrder("planted-" + sale.id().value().substring(5), sale, "buyer-2");
            CompletableFuture<List<Delivery>> delivery =
                    CompletableFuture.supplyAsync(() -> fixture.ledger.deliver(reservations));
            Blocker.awaitWaiter(fixture);

            blocker.lock(sale);
            blocker.commit();

            assertThat(delivery.get(30, TimeUnit.SECONDS))
                    .containsExactly(STORED, Delivery.refused(ReleaseReason.LIMIT_REACHED));
        }
        assertThat(deadlocks()).isEqualTo(deadlocks);
        assertThat(fixture.held(sale)).isEqualTo(1);
    }

    @Test
    void refusesOnlyTheBuyerWhoseSlotSomebodyElseTookMeanwhile() throws Exception {
        Sale sale = fixture.open(10, 1);
        List<Reservation> reservations =
                List.of(one(sale.id(), buyer(1)), one(sale.id(), buyer(2)), one(sale.id(), buyer(3)));
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.insertOrder("planted-" + sale.id().value().substring(5), sale, "buyer-2");
            CompletableFuture<List<Delivery>> delivery =
                    CompletableFuture.supplyAsync(() -> fixture.ledger.deliver(reservations));
            Blocker.awaitWaiter(fixture);

            blocker.commit();

            assertThat(delivery.get(30, TimeUnit.SECONDS))
                    .containsExactly(STORED, Delivery.refused(ReleaseReason.LIMIT_REACHED), STORED);
        }
        assertThat(fixture.held(sale)).isEqualTo(2);
        assertThat(fixture.ledger.deliver(reservations))
                .containsExactly(
                        Delivery.alreadyStored(),
                        Delivery.refused(ReleaseReason.LIMIT_REACHED),
                        Delivery.alreadyStored());
    }

    @Test
    void refusesOnlyTheOrderIdThatAnotherSaleTookMeanwhile() throws Exception {
        Sale sale = fixture.open(10, 1);
        Sale other = fixture.open(10, 1);
        List<Reservation> reservations = List.of(one(sale.id(), buyer(1)), one(sale.id(), buyer(2)));
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.insertOrder(reservations.get(0).order().value(), other, "buyer-1");
            CompletableFuture<List<Delivery>> delivery =
                    CompletableFuture.supplyAsync(() -> fixture.ledger.deliver(reservations));
            Blocker.awaitWaiter(fixture);

            blocker.commit();

            assertThat(delivery.get(30, TimeUnit.SECONDS))
                    .containsExactly(Delivery.refused(ReleaseReason.ORDER_ID_TAKEN), STORED);
        }
        assertThat(fixture.held(sale)).isEqualTo(1);
    }

    @Test
    void countsACancellationThatItWaitedFor() throws Exception {
        Sale sale = fixture.open(1, 1);
        Reservation first = one(sale.id(), buyer(1));
        fixture.ledger.deliver(List.of(first));
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.lock(sale);
            CompletableFuture<List<Delivery>> delivery = deliverLater(one(sale.id(), buyer(1)));
            Blocker.awaitWaiter(fixture);

            blocker.execute("UPDATE seckill_order SET status = 'CANCELLED', live_slot = NULL WHERE order_id = '"
                    + first.order() + "'");
            blocker.execute("UPDATE seckill_sale SET held = 0 WHERE sale_id = '" + sale.id() + "'");
            blocker.commit();

            assertThat(delivery.get(30, TimeUnit.SECONDS)).containsExactly(STORED);
        }
    }

    @Test
    void eightThreadsShareOneHotRow() {
        Sale sale = fixture.open(5_000, 1);

        List<Long> stored = Stampede.of(
                8,
                thread -> IntStream.range(0, 20)
                        .mapToLong(call -> fixture.ledger.deliver(batch(sale, 50)).stream()
                                .filter(STORED::equals)
                                .count())
                        .sum());

        assertThat(stored.stream().mapToLong(Long::longValue).sum()).isEqualTo(5_000);
        assertThat(fixture.held(sale)).isEqualTo(5_000);
        assertThat(fixture.live(sale)).hasSize(5_000);
    }

    @Test
    void nodesThatOpenTheSameSaleAtOnceCreateItOnce() {
        Sale sale = Samples.openSale(10, 1);

        List<String> openings =
                Stampede.of(12, number -> fixture.ledger.open(sale).getClass().getSimpleName());

        assertThat(openings).containsOnlyOnce("Created");
        assertThat(openings).filteredOn("Unchanged"::equals).hasSize(11);
    }

    private static CompletableFuture<List<Delivery>> deliverLater(Reservation reservation) {
        return CompletableFuture.supplyAsync(() -> fixture.ledger.deliver(List.of(reservation)));
    }

    private static List<Reservation> batch(Sale sale, int size) {
        List<Reservation> batch = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String order = Samples.orderId().value();
            batch.add(one(sale.id(), new BuyerId("buyer-" + order)));
        }
        return batch;
    }

    private static long deadlocks() {
        return fixture.jdbc.queryForObject(
                "SELECT count FROM information_schema.innodb_metrics WHERE name = 'lock_deadlocks'", Long.class);
    }
}
