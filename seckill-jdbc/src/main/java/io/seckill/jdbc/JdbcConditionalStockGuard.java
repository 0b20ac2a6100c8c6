package io.seckill.jdbc;

import io.seckill.SaleId;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Counts in MySQL or MariaDB and takes with one conditional statement: {@code UPDATE … SET available = available - n WHERE available >=
 * n}. Its affected rows decide, and the count left is read before the row's lock is let go.
 *
 * <p>Takers of one sale wait for each other in the database, from the update to the commit. The table is {@code seckill_stock} of {@code
 * db/seckill/mysql/V2__seckill_guards.sql}; other JDBC stock guards may count in it at the same time.
 *
 * <p>Each call is a transaction of its own, committed before it returns, even inside one of the caller's. If a call fails with an
 * unknown outcome, items may be held for nobody: they are lost to the sale, and never sold twice. Thread-safe.
 *
 * @since 0.1
 */
public final class JdbcConditionalStockGuard extends JdbcStockGuard {

    /** Makes a guard with transactions of its own on this data source. */
    public JdbcConditionalStockGuard(DataSource dataSource) {
        this(dataSource, new JdbcTransactionManager(dataSource));
    }

    /**
     * Makes a guard for a host with a transaction manager of its own.
     *
     * @param dataSource where the table is
     * @param manager the manager that the host uses for this data source
     */
    public JdbcConditionalStockGuard(DataSource dataSource, PlatformTransactionManager manager) {
        super(dataSource, manager);
    }

    @Override
    OptionalLong take(SaleId sale, int quantity) {
        return transactions.write("take " + quantity + " of sale " + sale, () -> {
            int taken = jdbc.update(
                    "UPDATE seckill_stock SET available = available - ?, version = version + 1"
                            + " WHERE sale_id = ? AND available >= ?",
                    quantity,
                    sale.value(),
                    quantity);
            return taken == 0 ? OptionalLong.empty() : count(sale);
        });
    }
}
