package io.seckill.jdbc.lock;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.seckill.jdbc.JdbcSchema;
import io.seckill.test.server.LocalDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.jdbc.core.JdbcTemplate;

/** A fresh schema with the tables, and pools that stand for JVMs. */
final class LockFixture implements AutoCloseable {

    private final LocalDatabase schema = LocalDatabase.shared().newSchema();
    private final List<HikariDataSource> pools = new ArrayList<>();
    final HikariDataSource here = pool("", 25);
    final HikariDataSource there = pool("", 25);
    final JdbcTemplate jdbc = new JdbcTemplate(pool("", 2));

    LockFixture() {
        JdbcSchema.create(here);
    }

    HikariDataSource pool(String parameters, int size) {
        return pool(parameters, size, config -> {});
    }

    HikariDataSource pool(String parameters, int size, Consumer<HikariConfig> settings) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.jdbcUrl() + parameters);
        config.setUsername(schema.username());
        config.setPassword(schema.password());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(5_000);
        settings.accept(config);
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
        schema.close();
    }
}
