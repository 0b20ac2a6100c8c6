package io.seckill.lab.broken;

import io.seckill.SaleId;
import io.seckill.spi.StockGuard;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Broken: reads the stock, checks it, and writes what it computed. All who read before the first has written take the same item, so it
 * sells more than there is. {@link io.seckill.jdbc.JdbcConditionalStockGuard} asks and writes in one statement instead.
 *
 * <p>It counts in {@code seckill_stock} like the guards that work. The table's {@code CHECK} does not help: no count it writes is below
 * zero.
 */
public final class BrokenReadCheckWrite implements StockGuard {

    private final JdbcTemplate jdbc;

    /** Makes it on a schema with the guards' tables. */
    public BrokenReadCheckWrite(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
    }

    @Override
    public boolean start(SaleId sale, long items) {
        return jdbc.update("INSERT IGNORE INTO seckill_stock (sale_id, available) VALUES (?, ?)", sale.value(), items)
                == 1;
    }

    @Override
    public OptionalLong tryTake(SaleId sale, int quantity) {
        long left = available(sale).orElse(0) - quantity;
        if (left < 0) {
            return OptionalLong.empty();
        }
        write(sale, left);
        return OptionalLong.of(left);
    }

    @Override
    public void giveBack(SaleId sale, long quantity) {
        available(sale).ifPresent(left -> write(sale, left + quantity));
    }

    private void write(SaleId sale, long left) {
        jdbc.update("UPDATE seckill_stock SET available = ? WHERE sale_id = ?", left, sale.value());
    }

    @Override
    public OptionalLong available(SaleId sale) {
        return jdbc
                .queryForList("SELECT available FROM seckill_stock WHERE sale_id = ?", Long.class, sale.value())
                .stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }
}
