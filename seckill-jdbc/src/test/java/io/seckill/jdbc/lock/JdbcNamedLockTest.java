package io.seckill.jdbc.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.test.contract.DistributedLockContract;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class JdbcNamedLockTest extends DistributedLockContract {

    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration PATIENT = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofMinutes(1);

    private static LockFixture fixture;
    private static DistributedLock here;
    private static DistributedLock there;

    private final String name = "named-" + UUID.randomUUID();

    @BeforeAll
    static void createSchema() {
        fixture = new LockFixture();
        here = new JdbcNamedLock(fixture.here);
        there = new JdbcNamedLock(fixture.there);
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
    protected boolean isFenced() {
        return false;
    }

    @Test
    void givesTheSameConnectionBackWithoutTheLock() throws Exception {
        HikariDataSource single = fixture.pool("", 1);
        DistributedLock lock = new JdbcNamedLock(single);
        long before = connectionId(single);

        for (int i = 0; i < 100; i++) {
            lock.tryLock(name, AT_ONCE, LONG).orElseThrow().close();
            lock.tryLockRenewed(name + i, AT_ONCE).orElseThrow().close();
        }

        assertThat(connectionId(single)).isEqualTo(before);
        there.tryLock(name, AT_ONCE, LONG).orElseThrow().close();
        there.tryLock(name + 99, AT_ONCE, LONG).orElseThrow().close();
    }

    @Test
    void givesTheConnectionBackWhenItDoesNotGetTheLock() throws Exception {
        HikariDataSource single = fixture.pool("", 1);
        try (Lease lease = there.tryLock(name, AT_ONCE, LONG).orElseThrow()) {
            long before = connectionId(single);

            assertThat(new JdbcNamedLock(single).tryLock(name, AT_ONCE, LONG)).isEmpty();

            assertThat(connectionId(single)).isEqualTo(before);
        }
    }

    @Test
    void aLeaseThatEndedByItselfHasGivenItsConnectionBack() throws Exception {
        HikariDataSource single = fixture.pool("", 1);
        DistributedLock lock = new JdbcNamedLock(single);
        Lease first = lock.tryLock(name, AT_ONCE, Duration.ofMillis(100)).orElseThrow();

        try (Lease second = lock.tryLock(name, PATIENT, LONG).orElseThrow()) {
            first.close();
            assertThat(second.isHeld()).isTrue();
            assertThat(there.tryLock(name, AT_ONCE, LONG)).isEmpty();
        }
    }

    @Test
    void holdsNoMoreLocksThanThePoolHasConnections() throws Exception {
        HikariDataSource two = fixture.pool("", 2, config -> config.setConnectionTimeout(250));
        DistributedLock lock = new JdbcNamedLock(two);
        List<Lease> leases = new ArrayList<>();
        leases.add(lock.tryLock(name + 1, AT_ONCE, LONG).orElseThrow());
        leases.add(lock.tryLock(name + 2, AT_ONCE, LONG).orElseThrow());

        assertThatExceptionOfType(SeckillUnavailableException.class)
                .isThrownBy(() -> lock.tryLock(name + 3, AT_ONCE, LONG))
                .satisfies(e -> assertThat(e.outcomeKnown()).isTrue());

        leases.forEach(Lease::close);
        lock.tryLock(name + 3, AT_ONCE, LONG).orElseThrow().close();
    }

    @Test
    void aConnectionThatIsKilledFreesItsLockAndARenewedLeaseNotices() throws Exception {
        HikariDataSource single = fixture.pool("", 1);
        long id = connectionId(single);
        DistributedLock lock = new JdbcNamedLock(single, Duration.ofMillis(100));
        Lease lost = lock.tryLockRenewed(name, AT_ONCE).orElseThrow();

        fixture.jdbc.execute("KILL " + id);

        try (Lease next = there.tryLock(name, PATIENT, LONG).orElseThrow()) {
            await().untilAsserted(() -> assertThat(lost.isHeld()).isFalse());
            lost.close();
            assertThat(here.tryLock(name, AT_ONCE, LONG)).isEmpty();
        }
        try (Lease again = lock.tryLock(name, AT_ONCE, LONG).orElseThrow()) {
            assertThat(again.isHeld()).isTrue();
        }
        assertThat(connectionId(single)).isNotEqualTo(id);
    }

    @Test
    void aBrokenConnectionDoesNotGoBackToThePool() throws Exception {
        HikariDataSource single = fixture.pool("", 1);
        long id = connectionId(single);
        DistributedLock lock = new JdbcNamedLock(single);
        Lease lease = lock.tryLock(name, AT_ONCE, LONG).orElseThrow();
        fixture.jdbc.execute("KILL " + id);

        lease.close();

        assertThat(connectionId(single)).isNotEqualTo(id);
    }

    @Test
    void aConnectionWhoseLockIsGoneDoesNotGoBackToThePool() throws Exception {
        HikariDataSource single = fixture.pool("", 1);
        Connection[] taken = new Connection[1];
        DistributedLock lock = new JdbcNamedLock(new Remembering(single, taken), Duration.ofMillis(100));
        long id = connectionId(single);
        Lease lease = lock.tryLockRenewed(name, AT_ONCE).orElseThrow();

        try (Statement statement = taken[0].createStatement()) {
            statement.execute("DO RELEASE_ALL_LOCKS()"); // as if a proxy had put another session behind it
        }

        await().untilAsserted(() -> assertThat(lease.isHeld()).isFalse());
        // the pool gives nothing to who asks in the very moment in which its only connection is thrown away
        await().until(() -> single.getHikariPoolMXBean().getTotalConnections() == 0);
        assertThat(connectionId(single)).isNotEqualTo(id);
        lease.close();
    }

    @Test
    void namesDifferByCaseAndBySchema() throws Exception {
        try (Lease lease = here.tryLock(name + "a", AT_ONCE, LONG).orElseThrow();
                LockFixture otherSchema = new LockFixture()) {
            there.tryLock(name + "A", AT_ONCE, LONG).orElseThrow().close();
            there.tryLock(name + "a ", AT_ONCE, LONG).orElseThrow().close();
            new JdbcNamedLock(otherSchema.here)
                    .tryLock(name + "a", AT_ONCE, LONG)
                    .orElseThrow()
                    .close();
        }
    }

    @Test
    void isTakenAndGivenBackOutsideTheTransactionOfTheCaller() {
        HikariDataSource pool = fixture.pool("", 2);
        new TransactionTemplate(new JdbcTransactionManager(pool)).executeWithoutResult(status -> {
            try (Lease lease =
                    new JdbcNamedLock(pool).tryLock(name, AT_ONCE, LONG).orElseThrow()) {
                assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void anInterruptedThreadGivesItBackAndStaysInterrupted() throws Exception {
        Lease lease = here.tryLock(name, AT_ONCE, LONG).orElseThrow();
        Thread.currentThread().interrupt();

        lease.close();

        assertThat(Thread.interrupted()).isTrue();
        there.tryLock(name, AT_ONCE, LONG).orElseThrow().close();
    }

    private static long connectionId(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet id = statement.executeQuery("SELECT CONNECTION_ID()")) {
            id.next();
            return id.getLong(1);
        }
    }

    /** Lets the test get at the connection that a lease keeps. */
    private static final class Remembering extends DelegatingDataSource {

        private final Connection[] last;

        Remembering(HikariDataSource pool, Connection[] last) {
            super(pool);
            this.last = last;
        }

        @Override
        public Connection getConnection() throws SQLException {
            last[0] = super.getConnection();
            return last[0];
        }
    }
}
