package io.seckill.test.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Where a {@link LocalDatabase} comes from. */
abstract class DatabaseServer {

    abstract String kind();

    /** Returns the URL of a schema; an empty name is the server itself. */
    abstract String url(String schema);

    abstract String username();

    abstract String password();

    /** Returns a schema that is there from the start. */
    abstract String firstSchema();

    abstract void crash();

    abstract void recover();

    abstract void close();

    void create(String schema) {
        execute("CREATE DATABASE `" + schema + "` CHARACTER SET utf8mb4");
    }

    void drop(String schema) {
        execute("DROP DATABASE IF EXISTS `" + schema + "`");
    }

    boolean accepts() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url(""), username(), password());
    }

    private void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            String remedy =
                    "08001".equals(e.getSQLState()) ? "; is com.mysql:mysql-connector-j on the class path?" : "";
            throw new IllegalStateException("cannot execute '" + sql + "' on " + kind() + " at " + url("") + remedy, e);
        }
    }
}
