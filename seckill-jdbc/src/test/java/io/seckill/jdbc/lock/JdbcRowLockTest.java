package io.seckill.jdbc.lock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.test.contract.DistributedLockContract;
import java.sql.Connection;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class JdbcRowLockTest extends DistributedLockContract {

    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration TERM = Duration.ofSeconds(1);

    private static LockFixture fixture;
    private static DistributedLock here;
    private static DistributedLock there;

    private final String name = "row-" + UUID.randomUUID();

    @BeforeAll
    static void createSchema() {
        fixture = new LockFixture();
        here = new JdbcRowLock(fixture.here, TERM);
        there = new JdbcRowLock(fixture.there, TERM);
    }

    @AfterAll
    static void dropSchema() {
        fixture.close();
    }

    @Override
    protected DistributedLock lock() {
        return here;
    }

    @Override
    protected DistributedLock elsewhere() {
        return there;
    }

    @Override
    protected Duration renewalTerm() {
        return TERM;
    }

    @Test
    void theServersClockEndsALeaseNotTheJvms() throws Exception {
        try (Lease lease = here.tryLock(name, AT_ONCE, LONG).orElseThrow()) {
            assertThat(lockInASessionThatIsAhead(Duration.ofSeconds(50)).tryLock(name, AT_ONCE, LONG))
                    .isEmpty();
            assertThat(lockInASessionThatIsAhead(Duration.ofSeconds(70)).tryLock(name, AT_ONCE, LONG))
                    .isPresent();
        }
    }

    @Test
    void noTimeZoneOfASessionMovesALease() throws Exception {
        JdbcRowLock inShanghai = new JdbcRowLock(
                fixture.pool("&forceConnectionTimeZoneToSession=false&sessionVariables=time_zone='%2B08:00'", 2));
        try (Lease lease = inShanghai.tryLock(name, AT_ONCE, LONG).orElseThrow()) {
            assertThat(here.tryLock(name, AT_ONCE, LONG)).isEmpty();
        }
        try (Lease lease = here.tryLock(name, AT_ONCE, LONG).orElseThrow()) {
            assertThat(inShanghai.tryLock(name, AT_ONCE, LONG)).isEmpty();
        }
    }

    @Test
    void aLockWhoseHolderDoesNotRenewAnyMoreIsFreeAfterItsTerm() throws Exception {
        DistributedLock dying = new JdbcRowLock(fixture.pool("", 2), TERM);
        Lease lease = dying.tryLockRenewed(name, AT_ONCE).orElseThrow();

        // what is left in the table when the process is gone in the middle of a term
        fixture.jdbc.update("UPDATE seckill_lock SET owner = 'dead' WHERE name = ?", name.getBytes(UTF_8));

        assertThat(there.tryLock(name, AT_ONCE, LONG)).isEmpty();
        Lease next = there.tryLock(name, TERM.multipliedBy(5), LONG).orElseThrow();
        await().untilAsserted(() -> assertThat(lease.isHeld()).isFalse());
        lease.close();
        assertThat(here.tryLock(name, AT_ONCE, LONG)).isEmpty();
        assertThat(next.fencingToken().getAsLong())
                .isGreaterThan(lease.fencingToken().getAsLong());
        next.close();
    }

    @Test
    void outlivesAnOutageShorterThanItsTerm() throws Exception {
        HikariDataSource pool = fixture.pool("", 1);
        DistributedLock lock = new JdbcRowLock(pool, Duration.ofSeconds(3));
        try (Lease lease = lock.tryLockRenewed(name, AT_ONCE).orElseThrow()) {
            try (Connection taken = pool.getConnection()) { // renewing has to wait
                assertThat(there.tryLock(name, Duration.ofMillis(1500), LONG)).isEmpty();
            }
            assertThat(there.tryLock(name, Duration.ofSeconds(3), LONG)).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void tokensGrowEvenWhenOldRowsWereDeleted() throws Exception {
        Lease before = here.tryLock(name, AT_ONCE, LONG).orElseThrow();
        before.close();

        fixture.jdbc.update("DELETE FROM seckill_lock WHERE name = ?", name.getBytes(UTF_8));

        try (Lease after = there.tryLock(name, AT_ONCE, LONG).orElseThrow()) {
            assertThat(after.fencingToken().getAsLong())
                    .isGreaterThan(before.fencingToken().getAsLong());
        }
    }

    @Test
    void tokensGrowEvenWhenTheServersClockStepsBack() throws Exception {
        Lease before = lockInASessionThatIsAhead(Duration.ofDays(1))
                .tryLock(name, AT_ONCE, LONG)
                .orElseThrow();
        before.close();

        try (Lease after = here.tryLock(name, AT_ONCE, LONG).orElseThrow()) {
            assertThat(after.fencingToken().getAsLong())
                    .isGreaterThan(before.fencingToken().getAsLong());
        }
    }

    @Test
    void isTakenAndGivenBackOutsideTheTransactionOfTheCaller() {
        new TransactionTemplate(new JdbcTransactionManager(fixture.here)).executeWithoutResult(status -> {
            Lease lease = orFail(() -> here.tryLock(name, AT_ONCE, LONG).orElseThrow());
            assertThat(orFail(() -> there.tryLock(name, AT_ONCE, LONG))).isEmpty();
            lease.close();
            assertThat(orFail(() -> there.tryLock(name, AT_ONCE, LONG))).isPresent();
            status.setRollbackOnly();
        });
    }

    @Test
    void worksWithConnectionsThatDoNotCommitByThemselves() throws Exception {
        HikariDataSource manual = fixture.pool("", 2, config -> config.setAutoCommit(false));
        Lease lease = new JdbcRowLock(manual).tryLock(name, AT_ONCE, LONG).orElseThrow();
        assertThat(there.tryLock(name, AT_ONCE, LONG)).isEmpty();

        lease.close();

        there.tryLock(name, AT_ONCE, LONG).orElseThrow().close();
    }

    @Test
    void occupiesNoConnectionWhileItIsHeldOrWaitedFor() throws Exception {
        HikariDataSource single = fixture.pool("", 1);
        DistributedLock lock = new JdbcRowLock(single, TERM);
        ExecutorService others = Executors.newFixedThreadPool(10);
        try (Lease lease = lock.tryLockRenewed(name, AT_ONCE).orElseThrow()) {
            for (int i = 0; i < 10; i++) {
                others.submit(() -> lock.tryLock(name, LONG, LONG));
            }
            for (int i = 0; i < 10; i++) {
                lock.tryLock(name + i, AT_ONCE, LONG).orElseThrow().close();
            }
        } finally {
            others.shutdownNow();
            assertThat(others.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void anInterruptedThreadGivesItBackThoughItHasToWaitForAConnectionAndStaysInterrupted() throws Exception {
        HikariDataSource single = fixture.pool("", 1);
        Lease lease = new JdbcRowLock(single).tryLock(name, AT_ONCE, LONG).orElseThrow();
        CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
        try (Connection taken = single.getConnection()) {
            new Thread(() -> {
                        Thread.currentThread().interrupt();
                        lease.close();
                        stillInterrupted.complete(Thread.interrupted());
                    })
                    .start();
            await().until(() -> single.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1);
        }

        assertThat(stillInterrupted.get(30, TimeUnit.SECONDS)).isTrue();
        there.tryLock(name, AT_ONCE, LONG).orElseThrow().close();
    }

    @Test
    void saysWhatIsMissingWhenTheTableIs() {
        try (LockFixture incomplete = new LockFixture()) {
            incomplete.jdbc.execute("DROP TABLE seckill_lock");

            assertThatExceptionOfType(SeckillUnavailableException.class)
                    .isThrownBy(() -> new JdbcRowLock(incomplete.here).tryLock(name, AT_ONCE, LONG))
                    .withMessageContaining("seckill_lock' doesn't exist")
                    .satisfies(e -> assertThat(e.outcomeKnown()).isTrue());
        }
    }

    @Test
    void knowsThatNothingChangedWhenThereIsNoConnection() throws Exception {
        HikariDataSource single = fixture.pool("", 1, config -> config.setConnectionTimeout(250));
        try (Connection taken = single.getConnection()) {
            assertThatExceptionOfType(SeckillUnavailableException.class)
                    .isThrownBy(() -> new JdbcRowLock(single).tryLock(name, AT_ONCE, LONG))
                    .satisfies(e -> assertThat(e.outcomeKnown()).isTrue());
        }
        there.tryLock(name, AT_ONCE, LONG).orElseThrow().close();
    }

    @Test
    void knowsThatNothingChangedWhenThePoolCannotEvenStart() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:mysql://127.0.0.1:1/nowhere");
            pool.setConnectionTimeout(250);

            assertThatExceptionOfType(SeckillUnavailableException.class)
                    .isThrownBy(() -> new JdbcRowLock(pool).tryLock(name, AT_ONCE, LONG))
                    .satisfies(e -> assertThat(e.outcomeKnown()).isTrue());
        }
    }

    @Test
    void aTermMustBePositive() {
        assertThatIllegalArgumentException().isThrownBy(() -> new JdbcRowLock(fixture.here, Duration.ZERO));
    }

    /** In such a session the server's clock says what the parameter makes it say. */
    private static DistributedLock lockInASessionThatIsAhead(Duration by) {
        long now = fixture.jdbc.queryForObject("SELECT UNIX_TIMESTAMP()", Long.class);
        return new JdbcRowLock(fixture.pool("&sessionVariables=timestamp=" + (now + by.toSeconds()), 2));
    }

    private static <T> T orFail(Callable<T> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
