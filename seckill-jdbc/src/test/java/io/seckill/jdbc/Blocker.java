package io.seckill.jdbc;

import static org.awaitility.Awaitility.await;

import io.seckill.Sale;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Another transaction, on a connection outside the pool, that stands in the ledger's way. */
final class Blocker implements AutoCloseable {

    private final Connection connection;

    Blocker(Fixture fixture) throws SQLException {
        connection = DriverManager.getConnection(
                fixture.pool.getJdbcUrl(), fixture.pool.getUsername(), fixture.pool.getPassword());
        connection.setAutoCommit(false);
    }

    void lock(Sale sale) throws SQLException {
        execute("SELECT 1 FROM seckill_sale WHERE sale_id = '" + sale.id() + "' FOR UPDATE");
    }

    void insertOrder(String order, Sale sale, String buyer) throws SQLException {
        execute("INSERT INTO seckill_order VALUES ('" + order + "', '" + sale.id() + "', '" + buyer
                + "', 1, 'UNPAID', 1, NULL, 0, 0, 0, NULL, NULL)");
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    /** Returns when some transaction waits for a lock, with the number of its connection. */
    static long awaitWaiter(Fixture fixture) {
        return await().until(() -> waiter(fixture, "trx_mysql_thread_id"), id -> id > 0);
    }

    /** Returns when transactions have waited so many times: each wait that ended in a timeout began anew as another transaction. */
    static void awaitWaiters(Fixture fixture, int count) {
        Set<Long> seen = new HashSet<>();
        await().until(() -> {
            seen.add(waiter(fixture, "trx_id"));
            seen.remove(0L);
            return seen.size() >= count;
        });
    }

    /** Returns when so many transactions wait for a lock at once. */
    static void awaitWaiting(Fixture fixture, int count) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> fixture.jdbc.queryForObject(
                                "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'",
                                Integer.class)
                        >= count);
    }

    private static long waiter(Fixture fixture, String column) throws SQLException {
        try (Connection monitor = fixture.pool.getConnection();
                Statement statement = monitor.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT " + column + " FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
