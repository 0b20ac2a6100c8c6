package io.seckill.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.seckill.jdbc.JdbcSchema;
import io.seckill.lab.stage.Servers;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Servers for one trial of JMH: those that the properties {@code seckill.test.redis} and {@code seckill.test.database} name, else own
 * ones; a database only for who asks for a connection. A Redis that is given must be empty, and is empty afterwards.
 */
final class TrialServers implements AutoCloseable {

    private static final int CONNECTIONS = 20;

    private final LocalRedis redis = LocalRedis.shared();
    private final LazyDatabase database = new LazyDatabase();

    TrialServers() {
        if (!Long.valueOf(0).equals(redis.command("DBSIZE"))) {
            throw new IllegalStateException(
                    "a benchmark empties its Redis again and again, but this one has keys in it; use another");
        }
    }

    Servers addresses() {
        return new Servers(redis.uri(), database);
    }

    void emptyRedis() {
        redis.command("FLUSHALL");
    }

    @Override
    public void close() {
        emptyRedis();
        database.close();
    }

    /** A pool on a new schema with the library's tables, from the first connection on. */
    private static final class LazyDatabase extends DelegatingDataSource implements AutoCloseable {

        private @Nullable LocalDatabase schema;
        private @Nullable HikariDataSource pool;

        @Override
        public synchronized DataSource getTargetDataSource() {
            if (pool == null) {
                schema = LocalDatabase.shared().newSchema();
                HikariConfig config = new HikariConfig();
                config.setJdbcUrl(schema.jdbcUrl());
                config.setUsername(schema.username());
                config.setPassword(schema.password());
                config.setMaximumPoolSize(CONNECTIONS);
                pool = new HikariDataSource(config);
                JdbcSchema.create(pool);
            }
            return pool;
        }

        @Override
        public synchronized void close() {
            if (pool != null && schema != null) {
                pool.close();
                schema.close();
            }
        }
    }
}
