package io.seckill.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.seckill.test.server.LocalDatabase;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Two pools on one fresh schema, as two nodes have them. */
final class TwoNodes implements AutoCloseable {

    /** More would only race each other longer. */
    private static final int CONNECTIONS = 10;

    final Fixture fixture = new Fixture(LocalDatabase.shared(), "", config -> config.setMaximumPoolSize(CONNECTIONS));
    private final HikariDataSource second =
            new HikariDataSource(fixture.config("", config -> config.setMaximumPoolSize(CONNECTIONS)));

    /** Makes a part for each node. */
    <T> Pair<T> each(Function<DataSource, T> part) {
        return new Pair<>(part.apply(fixture.pool), part.apply(second));
    }

    /** A transaction of the first node's caller. */
    TransactionTemplate caller() {
        return new TransactionTemplate(new JdbcTransactionManager(fixture.pool));
    }

    @Override
    public void close() {
        second.close();
        fixture.close();
    }

    /** The same part on both nodes. */
    record Pair<T>(T first, T second, AtomicInteger calls) {

        Pair(T first, T second) {
            this(first, second, new AtomicInteger());
        }

        /** Returns one and the other by turns. */
        T next() {
            return calls.getAndIncrement() % 2 == 0 ? first : second;
        }
    }
}
