package io.seckill.jdbc;

import io.seckill.SaleId;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Counts in MySQL or MariaDB and takes under a pessimistic lock: {@code SELECT … FOR UPDATE}, then {@code UPDATE}.
 *
 * <p>Takers of one sale wait for each other in the database, from the select to the commit, also those who find nothing left; plain
 * reads do not wait. The table is {@code seckill_stock} of {@code db/seckill/mysql/V2__seckill_guards.sql}; other JDBC stock guards may
 * count in it at the same time.
 *
 * <p>Each call is a transaction of its own, committed before it returns, even inside one of the caller's. If a call fails with an
 * unknown outcome, items may be held for nobody: they are lost to the sale, and never sold twice. Thread-safe.
 *
 * @since 0.1
 */
public final class JdbcForUpdateStockGuard extends JdbcStockGuard {

    /** Makes a guard with transactions of its own on this data source. */
    public JdbcForUpdateStockGuard(DataSource dataSource) {
        this(dataSource, new JdbcTransactionManager(dataSource));
    }

    /**
     * Makes a guard for a host with a transaction manager of its own.
     *
     * @param dataSource where the table is
     * @param manager the manager that the host uses for this data source
     */
    public JdbcForUpdateStockGuard(DataSource dataSource, PlatformTransactionManager manager) {
        super(dataSource, manager);
    }

    @Override
    OptionalLong take(SaleId sale, int quantity) {
        return transactions.write("take " + quantity + " of sale " + sale, () -> {
            long left = lock(sale).orElse(0) - quantity;
            if (left < 0) {
                return OptionalLong.empty();
            }
            jdbc.update(
                    "UPDATE seckill_stock SET available = ?, version = version + 1 WHERE sale_id = ?",
                    left,
                    sale.value());
            return OptionalLong.of(left);
        });
    }
}
