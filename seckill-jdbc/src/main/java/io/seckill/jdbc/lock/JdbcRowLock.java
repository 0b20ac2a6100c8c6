package io.seckill.jdbc.lock;

import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import javax.sql.DataSource;

/**
 * A lock for each row of {@code seckill_lock} in MySQL or MariaDB (the table is in {@code db/seckill/mysql/V3__seckill_lock.sql}): the row
 * says whose it is and until when. Leases have a fencing token. Not re-entrant.
 *
 * <p>Each step is one conditional statement that is committed at once, so nothing is open while the lock is held: no connection, no
 * transaction, no row lock. {@code SELECT ... FOR UPDATE} would need all three, would end with its connection instead of with a lease, and
 * could not tell a late holder. To take the lock costs two round trips, to give it back one. Leases begin and end by the database's
 * clock; the clocks of the JVMs do not matter.
 *
 * <p>Who waits asks again, at most some ten times in a second, one thread for each name and JVM, and occupies no connection in between.
 * Beyond its wait, a call may last as long as the pool waits for a connection and the driver for an answer: set both timeouts.
 *
 * <p>Give it the pool itself, not a proxy that joins transactions. Thread-safe; needs no closing. One daemon thread renews all leases, and
 * is there only while there are any.
 *
 * @since 0.1
 */
public final class JdbcRowLock implements DistributedLock {

    /** After what time a lock that is to be renewed ends when its process is gone, unless configured. */
    public static final Duration DEFAULT_TERM = Duration.ofSeconds(30);

    private final LockTable table;
    private final Duration term;
    private final Polling polling = new Polling();
    private final ScheduledExecutorService timer = LeaseTimer.named("seckill-row-lock");

    /** Makes a lock whose renewed leases last {@link #DEFAULT_TERM} longer than their process. */
    public JdbcRowLock(DataSource dataSource) {
        this(dataSource, DEFAULT_TERM);
    }

    /**
     * Makes a lock.
     *
     * @param dataSource where the table is
     * @param term after what time a lock that is to be renewed ends when its process is gone; renewed three times in it. Longer than any
     *     pause of a JVM and any outage of the database that a holder is to survive
     * @throws IllegalArgumentException if the term is not positive
     */
    public JdbcRowLock(DataSource dataSource, Duration term) {
        if (term.isZero() || term.isNegative()) {
            throw new IllegalArgumentException("term must be more than zero, but was " + term);
        }
        this.table = new LockTable(new LockConnections(dataSource));
        this.term = term;
    }

    @Override
    public Optional<Lease> tryLock(LockRequest request) throws InterruptedException {
        return polling.take(request, () -> take(request.name(), request.lease()));
    }

    private Optional<Lease> take(String name, Optional<Duration> fixed) throws InterruptedException {
        Duration time = fixed.orElse(term);
        String owner = UUID.randomUUID().toString();
        long end = System.nanoTime() + time.toNanos();
        var token = table.take(name, owner, time);
        if (token.isEmpty()) {
            return Optional.empty();
        }
        RowLease lease = new RowLease(table, name, owner, token.getAsLong(), end);
        return Optional.of(fixed.isPresent() ? lease : lease.renewedBy(timer, term));
    }
}
