package io.seckill.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** A fresh schema with the ledger's tables, a pool, and what tests look at. */
final class Fixture implements AutoCloseable {

    /** Kept so short that tests see several waits end. */
    static final String SHORT_LOCK_WAIT = "&sessionVariables=innodb_lock_wait_timeout=1";

    private final LocalDatabase schema;
    final HikariDataSource pool;
    final JdbcTemplate jdbc;
    final JdbcOrderLedger ledger;

    Fixture(LocalDatabase server, String parameters, Consumer<HikariConfig> settings) {
        schema = server.newSchema();
        pool = new HikariDataSource(config(parameters, settings));
        jdbc = new JdbcTemplate(pool);
        ledger = new JdbcOrderLedger(pool);
        JdbcSchema.create(pool);
    }

    static Fixture fresh() {
        return new Fixture(LocalDatabase.shared(), "", config -> {});
    }

    HikariConfig config(String parameters, Consumer<HikariConfig> settings) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.jdbcUrl() + parameters);
        config.setUsername(schema.username());
        config.setPassword(schema.password());
        config.setMaximumPoolSize(20);
        config.setMinimumIdle(0);
        settings.accept(config);
        return config;
    }

    JdbcOrderLedger ledgerAt(Clock clock, DataSource dataSource) {
        return new JdbcOrderLedger(dataSource, new JdbcTransactionManager(dataSource), clock);
    }

    Sale open(long total, int limit) {
        Sale sale = Samples.openSale(total, limit);
        ledger.open(sale);
        return sale;
    }

    List<Reservation> live(Sale sale) {
        return new OrderTable(jdbc)
                        .find(jdbc
                                .queryForList(
                                        "SELECT order_id FROM seckill_order WHERE sale_id = ? AND live_slot IS NOT NULL",
                                        String.class,
                                        sale.id().value())
                                .stream()
                                .map(OrderId::new)
                                .toList())
                        .stream()
                        .map(OrderRow::reservation)
                        .toList();
    }

    long held(Sale sale) {
        return jdbc.queryForObject(
                "SELECT held FROM seckill_sale WHERE sale_id = ?",
                Long.class,
                sale.id().value());
    }

    @Override
    public void close() {
        pool.close();
        schema.close();
    }
}
