package io.seckill.jdbc;

import io.seckill.SaleId;
import io.seckill.spi.StockGuard;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** Everything of a stock guard on {@code seckill_stock} but its way of taking. Guards of different kinds may share a sale. */
abstract class JdbcStockGuard implements StockGuard {

    private static final String AVAILABLE = "SELECT available FROM seckill_stock WHERE sale_id = ?";

    final JdbcTemplate jdbc;
    final GuardTransactions transactions;

    JdbcStockGuard(DataSource dataSource, PlatformTransactionManager manager) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.transactions = new GuardTransactions(manager);
    }

    @Override
    public final boolean start(SaleId sale, long items) {
        if (items < 0) {
            throw new IllegalArgumentException("items must not be negative, but sale " + sale + " was given " + items);
        }
        return transactions.write("start the count of sale " + sale, () -> {
            try {
                jdbc.update("INSERT INTO seckill_stock (sale_id, available) VALUES (?, ?)", sale.value(), items);
                return true;
            } catch (DuplicateKeyException e) {
                return false;
            }
        });
    }

    @Override
    public final OptionalLong tryTake(SaleId sale, int quantity) {
        checkQuantity(quantity);
        return take(sale, quantity);
    }

    /** Takes items, all of them or none, and returns how many are left. */
    abstract OptionalLong take(SaleId sale, int quantity);

    @Override
    public final void giveBack(SaleId sale, long quantity) {
        checkQuantity(quantity);
        transactions.write(
                "give back " + quantity + " of sale " + sale,
                () -> jdbc.update(
                        "UPDATE seckill_stock SET available = available + ?, version = version + 1 WHERE sale_id = ?",
                        quantity,
                        sale.value()));
    }

    @Override
    public final OptionalLong available(SaleId sale) {
        return transactions.read("count sale " + sale, () -> count(sale));
    }

    /** Returns the count as the running transaction sees it. */
    final OptionalLong count(SaleId sale) {
        return count(AVAILABLE, sale);
    }

    /** Returns the newest count, and lets nobody else change it before the running transaction ends. */
    final OptionalLong lock(SaleId sale) {
        return count(AVAILABLE + " FOR UPDATE", sale);
    }

    private OptionalLong count(String sql, SaleId sale) {
        return jdbc.queryForList(sql, Long.class, sale.value()).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    private static void checkQuantity(long quantity) {
        if (quantity < 1) {
            throw new IllegalArgumentException("quantity must be at least 1, but was " + quantity);
        }
    }
}
