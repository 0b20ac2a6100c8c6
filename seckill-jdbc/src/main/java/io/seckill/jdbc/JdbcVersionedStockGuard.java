package io.seckill.jdbc;

import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Counts in MySQL or MariaDB and takes optimistically: reads count and version, then {@code UPDATE … WHERE version = ?}. If somebody
 * else changed the count in between, the update changes nothing and all is done again.
 *
 * <p>Among many takers of one sale most updates are lost although stock is left; {@link #updates()} and {@link #lostUpdates()} tell how
 * many. A take that lost all its attempts fails with {@link SeckillUnavailableException}, nothing changed: it is not sold out, and
 * trying again makes sense. The table is {@code seckill_stock} of {@code db/seckill/mysql/V2__seckill_guards.sql}; other JDBC stock
 * guards may count in it at the same time.
 *
 * <p>Each update is a transaction of its own, committed before the call returns, even inside one of the caller's. If a call fails with
 * an unknown outcome, items may be held for nobody: they are lost to the sale, and never sold twice. Thread-safe.
 *
 * @since 0.1
 */
public final class JdbcVersionedStockGuard extends JdbcStockGuard {

    /** Attempts of one take unless told otherwise: with 20 connections in the race, losing all of them is out of the question. */
    public static final int DEFAULT_ATTEMPTS = 1_000;

    private final int attempts;
    private final LongAdder updates = new LongAdder();
    private final LongAdder lostUpdates = new LongAdder();

    /** Makes a guard with transactions of its own on this data source, and {@value #DEFAULT_ATTEMPTS} attempts for each take. */
    public JdbcVersionedStockGuard(DataSource dataSource) {
        this(dataSource, new JdbcTransactionManager(dataSource), DEFAULT_ATTEMPTS);
    }

    /**
     * Makes a guard for a host with a transaction manager of its own.
     *
     * @param dataSource where the table is
     * @param manager the manager that the host uses for this data source
     * @param attempts how often one take is tried, at least 1
     * @throws IllegalArgumentException if {@code attempts} is less than 1
     */
    public JdbcVersionedStockGuard(DataSource dataSource, PlatformTransactionManager manager, int attempts) {
        super(dataSource, manager);
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be at least 1, but was " + attempts);
        }
        this.attempts = attempts;
    }

    @Override
    OptionalLong take(SaleId sale, int quantity) {
        String what = "take " + quantity + " of sale " + sale;
        for (int attempt = 0; attempt < attempts; attempt++) {
            List<Count> found = transactions.read(what, () -> read(sale));
            if (found.isEmpty() || found.get(0).available < quantity) {
                return OptionalLong.empty();
            }
            Count count = found.get(0);
            long left = count.available - quantity;
            updates.increment();
            if (transactions.write(what, () -> replace(sale, count.version, left))) {
                return OptionalLong.of(left);
            }
            lostUpdates.increment();
        }
        throw SeckillUnavailableException.nothingChanged(
                "cannot " + what + ": others were faster " + attempts + " times; it is not sold out, try again", null);
    }

    /** Returns how many updates takes tried so far. */
    public long updates() {
        return updates.sum();
    }

    /** Returns how many of these {@link #updates()} changed nothing, because somebody else had been faster. */
    public long lostUpdates() {
        return lostUpdates.sum();
    }

    private record Count(long available, long version) {}

    private List<Count> read(SaleId sale) {
        return jdbc.query(
                "SELECT available, version FROM seckill_stock WHERE sale_id = ?",
                (row, number) -> new Count(row.getLong("available"), row.getLong("version")),
                sale.value());
    }

    private boolean replace(SaleId sale, long version, long left) {
        int replaced = jdbc.update(
                "UPDATE seckill_stock SET available = ?, version = version + 1 WHERE sale_id = ? AND version = ?",
                left,
                sale.value(),
                version);
        return replaced == 1;
    }
}
