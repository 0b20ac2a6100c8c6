package io.seckill.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A pool that loses each connection at its commit, so that no answer arrives. */
final class LossyCommits extends DelegatingDataSource {

    private final Fixture fixture;
    private final boolean committed;

    /**
     * Makes such a pool.
     *
     * @param committed whether the server commits before the connection is lost
     */
    LossyCommits(Fixture fixture, boolean committed) {
        super(fixture.pool);
        this.fixture = fixture;
        this.committed = committed;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        if (method.getName().equals("commit")) {
                            lose(connection);
                        }
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void lose(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            long id = row.getLong(1);
            if (committed) {
                connection.commit();
            }
            fixture.jdbc.execute("KILL " + id);
        }
    }
}
