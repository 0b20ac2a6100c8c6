package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.StockGuard;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The database goes away before, during or after a guard's transaction. It is a server of its own, because others would notice. */
class JdbcGuardOutageTest {

    private static LocalDatabase server;
    private static Fixture fixture;

    private final SaleId sale = Samples.saleId();
    private final Reservation reservation = Samples.one(sale, Samples.buyer(1));

    @BeforeAll
    static void startServer() {
        server = LocalDatabase.start();
        fixture = new Fixture(server, Fixture.SHORT_LOCK_WAIT, config -> config.setConnectionTimeout(250));
    }

    @AfterAll
    static void stopServer() {
        fixture.close();
        server.close();
    }

    @BeforeEach
    void startCount() {
        new JdbcConditionalStockGuard(fixture.pool).start(sale, 5);
    }

    static Stream<Function<DataSource, StockGuard>> kinds() {
        return Stream.of(JdbcConditionalStockGuard::new, JdbcVersionedStockGuard::new, JdbcForUpdateStockGuard::new);
    }

    @Test
    void nothingChangedWhileTheServerIsDown() {
        JdbcOnePerUserGuard buyers = new JdbcOnePerUserGuard(fixture.pool);

        server.crash();
        kinds().map(kind -> kind.apply(fixture.pool)).forEach(stock -> {
            assertFails(true, () -> stock.start(sale, 1));
            assertFails(true, () -> stock.tryTake(sale, 1));
            assertFails(true, () -> stock.giveBack(sale, 1));
            assertFails(true, () -> stock.available(sale));
        });
        assertFails(true, () -> buyers.tryMark(reservation, 1));
        assertFails(true, () -> buyers.unmark(reservation, ReleaseReason.CANCELLED_BY_BUYER));
        assertFails(true, () -> buyers.undo(reservation));
        assertFails(true, () -> buyers.holdings(sale, reservation.buyer()));
        server.recover();

        // the pool pauses between its tries to connect
        await().ignoreExceptionsInstanceOf(SeckillUnavailableException.class)
                .untilAsserted(() -> assertThat(countLeft()).isEqualTo(5));
        assertThat(buyers.holdings(sale, reservation.buyer())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void nothingChangedWhenTheConnectionIsKilledWhileItWaits(Function<DataSource, StockGuard> kind) throws Exception {
        StockGuard stock = kind.apply(fixture.pool);
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.execute("SELECT 1 FROM seckill_stock WHERE sale_id = '" + sale + "' FOR UPDATE");
            CompletableFuture<?> take = CompletableFuture.supplyAsync(() -> stock.tryTake(sale, 1));

            fixture.jdbc.execute("KILL " + Blocker.awaitWaiter(fixture));

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> take.get(30, TimeUnit.SECONDS))
                    .havingCause()
                    .satisfies(failure -> assertUnavailable(true, failure));
        }
        assertThat(countLeft()).isEqualTo(5);
    }

    @Test
    void nothingChangedWhenTheRowIsNeverLetGo() throws Exception {
        StockGuard stock = new JdbcConditionalStockGuard(fixture.pool);
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.execute("SELECT 1 FROM seckill_stock WHERE sale_id = '" + sale + "' FOR UPDATE");

            assertFails(true, () -> stock.tryTake(sale, 1));
        }
        assertThat(stock.tryTake(sale, 1)).hasValue(4);
    }

    @Test
    void nothingChangedWhenTheCountWouldLeaveItsRange() {
        JdbcConditionalStockGuard stock = new JdbcConditionalStockGuard(fixture.pool);

        assertFails(true, () -> stock.giveBack(sale, Long.MAX_VALUE));

        assertThat(countLeft()).isEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theOutcomeIsUnknownWhenTheConnectionIsLostDuringTheCommit(Function<DataSource, StockGuard> kind) {
        assertFails(false, () -> kind.apply(new LossyCommits(fixture, false)).tryTake(sale, 1));
        assertThat(countLeft()).isEqualTo(5);

        assertFails(false, () -> kind.apply(new LossyCommits(fixture, true)).tryTake(sale, 1));
        assertThat(countLeft()).isEqualTo(4);
    }

    @Test
    void theOutcomeOfAMarkIsUnknownWhenTheConnectionIsLostDuringTheCommit() {
        JdbcOnePerUserGuard buyers = new JdbcOnePerUserGuard(fixture.pool);

        assertFails(false, () -> new JdbcOnePerUserGuard(new LossyCommits(fixture, false)).tryMark(reservation, 1));
        assertThat(buyers.holdings(sale, reservation.buyer())).isEmpty();

        assertFails(false, () -> new JdbcOnePerUserGuard(new LossyCommits(fixture, true)).tryMark(reservation, 1));
        assertThat(buyers.holdings(sale, reservation.buyer())).hasSize(1);
    }

    private long countLeft() {
        return new JdbcConditionalStockGuard(fixture.pool).available(sale).orElseThrow();
    }

    private void assertFails(boolean outcomeKnown, ThrowingCallable call) {
        assertThatExceptionOfType(SeckillUnavailableException.class)
                .isThrownBy(call)
                .satisfies(failure -> assertUnavailable(outcomeKnown, failure));
    }

    private static void assertUnavailable(boolean outcomeKnown, Throwable failure) {
        assertThat(failure).isInstanceOfSatisfying(SeckillUnavailableException.class, unavailable -> {
            assertThat(unavailable.outcomeKnown()).as(unavailable.getMessage()).isEqualTo(outcomeKnown);
            assertThat(unavailable)
                    .hasMessageContaining(outcomeKnown ? "cannot" : "did not say")
                    .hasCauseInstanceOf(Exception.class);
        });
    }
}
