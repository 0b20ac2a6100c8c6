package io.seckill.jdbc.lock;

import io.seckill.internal.Trouble;
import io.seckill.spi.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that has a named lock. One thread at a time uses it. */
final class NamedLease implements Lease {

    private static final Logger log = LoggerFactory.getLogger(NamedLease.class);

    private final Connection connection;
    private final String name;
    private final String key;
    private volatile boolean over;
    private volatile boolean ends;
    private volatile long endNanos;
    private @Nullable Future<?> task;

    NamedLease(Connection connection, String name, String key) {
        this.connection = connection;
        this.name = name;
        this.key = key;
    }

    synchronized void endAt(long nanos, ScheduledExecutorService timer) {
        endNanos = nanos;
        ends = true;
        task = timer.schedule(this::close, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    /** Asks now and then whether the connection still has the lock, which also keeps the server from taking it for idle. */
    synchronized void check(Duration pause, ScheduledExecutorService timer) {
        task = timer.scheduleWithFixedDelay(this::check, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void check() {
        if (over) {
            return;
        }
        try {
            if (!answersYes("SELECT IS_USED_LOCK(?) = CONNECTION_ID()")) {
                throw new SQLException("the server does not know that this connection has it");
            }
        } catch (SQLException e) {
            log.warn("Lock {} was lost with its connection: {}", name, Trouble.reason(e), Trouble.trace(e, log));
            end();
            LockConnections.discard(connection);
        }
    }

    @Override
    public OptionalLong fencingToken() {
        return OptionalLong.empty();
    }

    @Override
    public boolean isHeld() {
        return !over && !(ends && endNanos - System.nanoTime() <= 0);
    }

    @Override
    public synchronized void close() {
        if (over) {
            return;
        }
        end();
        LockConnections.despiteInterrupt(this::giveBack);
    }

    private void end() {
        over = true;
        if (task != null) {
            task.cancel(false);
        }
    }

    /** A connection goes back to its pool without the lock or not at all. */
    private void giveBack() {
        try {
            if (!answersYes("SELECT RELEASE_LOCK(?)")) {
                throw new SQLException("the server does not know that this connection has it");
            }
            connection.close();
        } catch (SQLException e) {
            log.warn(
                    "Lock {} could not be given back; its connection is closed instead: {}",
                    name,
                    Trouble.reason(e),
                    Trouble.trace(e, log));
            LockConnections.discard(connection);
        }
    }

    private boolean answersYes(String question) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            statement.setString(1, key);
            try (ResultSet answer = statement.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }
}
