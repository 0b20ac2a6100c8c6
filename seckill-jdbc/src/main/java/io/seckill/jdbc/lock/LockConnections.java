package io.seckill.jdbc.lock;

import io.seckill.SeckillUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections on which every statement is committed by itself, and what their failures mean. */
record LockConnections(DataSource dataSource) {

    private static final Logger log = LoggerFactory.getLogger(LockConnections.class);

    /**
     * Returns a connection outside any transaction under way.
     *
     * @throws SeckillUnavailableException if there is none to be had
     */
    Connection open() throws InterruptedException {
        try {
            return committing(dataSource.getConnection());
        } catch (SQLException | RuntimeException e) { // a pool that is not there yet throws unchecked
            if (Thread.interrupted()) { // while it waited for the pool
                throw new InterruptedException("interrupted before there was a connection");
            }
            throw SeckillUnavailableException.nothingChanged("no connection to lock with: " + e.getMessage(), e);
        }
    }

    private static Connection committing(Connection connection) throws SQLException {
        try {
            if (!connection.getAutoCommit()) { // asked first, because setting it may be a round trip
                connection.setAutoCommit(true);
            }
            return connection;
        } catch (SQLException e) {
            discard(connection);
            throw e;
        }
    }

    /** Returns what is to be thrown after a statement failed. */
    static SeckillUnavailableException unavailable(String name, SQLException e) {
        String message = "the database cannot lock \"" + name + "\" now: " + e.getMessage();
        return e instanceof SQLSyntaxErrorException
                ? SeckillUnavailableException.nothingChanged(message, e)
                : SeckillUnavailableException.outcomeUnknown(message, e);
    }

    /** Closes a connection for good, so that neither its pool nor the server keeps what it may have locked. */
    static void discard(Connection connection) {
        try (connection) {
            connection.abort(Runnable::run);
            connection.createStatement().close(); // a pool that took no notice of the abort sees this fail
        } catch (SQLException e) {
            log.debug("The connection is broken, as it should be", e);
        }
    }

    /** Runs what must be done even by a thread that is interrupted, and leaves it interrupted. */
    static void despiteInterrupt(Runnable work) {
        boolean interrupted = Thread.interrupted();
        try {
            work.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
