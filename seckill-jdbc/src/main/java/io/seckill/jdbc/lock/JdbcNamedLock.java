package io.seckill.jdbc.lock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import javax.sql.DataSource;

/**
 * A named lock of MySQL or MariaDB ({@code GET_LOCK}), which the server binds to a connection. It needs no table. Leases have no fencing
 * token. Not re-entrant.
 *
 * <p>Each lease occupies a connection of the pool until it is closed: no more locks can be held at once than the pool has connections. If
 * the work under the lock needs the database too, give the lock a pool of its own; else all connections may be those of locks, and no
 * holder gets one to go on with. To take the lock costs one round trip, to give it back another.
 *
 * <p>The server frees the lock as soon as it sees the connection gone. It sees that at once when the process dies, and only after its
 * time-outs when the machine or the network does. A connection that breaks loses the lock, which the holder of a fixed lease cannot know;
 * for a renewed lease it is noticed within {@value #CHECK_SECONDS} seconds. A fixed lease is ended by this process.
 *
 * <p>Who waits asks again, at most some ten times in a second, one thread for each name and JVM, and occupies no connection in between: a
 * {@code GET_LOCK} that waits would keep one, and would not feel an interrupt. Beyond its wait, a call may last as long as the pool waits
 * for a connection and the driver for an answer: set both timeouts.
 *
 * <p>Names are digests, because the server's are short, know no case and are common to all its schemas; ours belong to the schema of the
 * connection. Thread-safe; needs no closing. One daemon thread looks after all leases, and is there only while there are any.
 *
 * @since 0.1
 */
public final class JdbcNamedLock implements DistributedLock {

    /** How often the connection of a renewed lease is asked whether it has the lock, in seconds. */
    static final int CHECK_SECONDS = 10;

    private final LockConnections connections;
    private final Duration check;
    private final Polling polling = new Polling();
    private final ScheduledExecutorService timer = LeaseTimer.named("seckill-named-lock");

    /** Makes a lock that holds connections of this pool. */
    public JdbcNamedLock(DataSource dataSource) {
        this(dataSource, Duration.ofSeconds(CHECK_SECONDS));
    }

    JdbcNamedLock(DataSource dataSource, Duration check) {
        this.connections = new LockConnections(dataSource);
        this.check = check;
    }

    @Override
    public Optional<Lease> tryLock(LockRequest request) throws InterruptedException {
        return polling.take(request, () -> take(request.name(), request.lease()));
    }

    private Optional<Lease> take(String name, Optional<Duration> fixed) throws InterruptedException {
        long asked = System.nanoTime();
        Connection connection = connections.open();
        try {
            String key = key(String.valueOf(connection.getCatalog()), name);
            if (!getLock(connection, key)) {
                connection.close();
                return Optional.empty();
            }
            NamedLease lease = new NamedLease(connection, name, key);
            fixed.ifPresentOrElse(time -> lease.endAt(asked + time.toNanos(), timer), () -> lease.check(check, timer));
            return Optional.of(lease);
        } catch (SQLException e) {
            LockConnections.discard(connection); // it may have the lock
            throw LockConnections.unavailable(name, e);
        }
    }

    private static boolean getLock(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT GET_LOCK(?, 0)")) {
            statement.setString(1, key);
            try (ResultSet got = statement.executeQuery()) {
                got.next();
                boolean taken = got.getBoolean(1);
                if (got.wasNull()) {
                    throw new SQLException("GET_LOCK failed, for instance because the server is out of memory");
                }
                return taken;
            }
        }
    }

    /** Returns what the server shall call this lock: at most 64 characters, alike only for the same schema and name. */
    private static String key(String schema, String name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(schema.getBytes(UTF_8));
            digest.update((byte) 0);
            digest.update(name.getBytes(UTF_8));
            return "seckill:" + HexFormat.of().formatHex(digest.digest(), 0, 28);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }
}
