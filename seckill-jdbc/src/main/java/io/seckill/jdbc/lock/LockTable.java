package io.seckill.jdbc.lock;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;

/** The statements on {@code seckill_lock}. The only clock that counts is the server's, and it is read where it is used. */
record LockTable(LockConnections connections) {

    /** Milliseconds since 1970. Not UNIX_TIMESTAMP(NOW()): that goes through the session's time zone, which has an hour twice a year. */
    private static final String NOW = "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000)";

    /** Columns are set in the order they are written, so the one that decides comes last. */
    private static final String TAKE = "INSERT INTO seckill_lock (name, owner, token, until_ms)"
            + (" VALUES (?, ?, " + NOW + ", " + NOW + " + ?) ON DUPLICATE KEY UPDATE")
            + (" owner = IF(until_ms <= " + NOW + ", ?, owner),")
            + (" token = IF(until_ms <= " + NOW + ", GREATEST(token + 1, " + NOW + "), token),")
            + (" until_ms = IF(until_ms <= " + NOW + ", " + NOW + " + ?, until_ms)");

    private static final String TOKEN = "SELECT token FROM seckill_lock WHERE name = ? AND owner = ?";
    private static final String RENEW =
            "UPDATE seckill_lock SET until_ms = " + NOW + " + ? WHERE name = ? AND owner = ? AND until_ms > " + NOW;
    private static final String FREE = "UPDATE seckill_lock SET until_ms = 0 WHERE name = ? AND owner = ?";

    /** Lock wait timeout and deadlock: somebody else is at this row, and nothing was changed. */
    private static final Set<Integer> CONFLICTS = Set.of(1205, 1213);

    /** Takes the lock if it is free. Returns the fencing token, or empty if another owner has it. */
    OptionalLong take(String name, String owner, Duration time) throws InterruptedException {
        try (Connection connection = connections.open();
                PreparedStatement take = connection.prepareStatement(TAKE);
                PreparedStatement token = connection.prepareStatement(TOKEN)) {
            take.setBytes(1, name.getBytes(UTF_8));
            take.setString(2, owner);
            take.setLong(3, millis(time));
            take.setString(4, owner);
            take.setLong(5, millis(time));
            take.executeUpdate();
            // how many rows were changed depends on a setting of the driver; whose row it is does not
            token.setBytes(1, name.getBytes(UTF_8));
            token.setString(2, owner);
            try (ResultSet mine = token.executeQuery()) {
                return mine.next() ? OptionalLong.of(mine.getLong(1)) : OptionalLong.empty();
            }
        } catch (SQLException e) {
            if (CONFLICTS.contains(e.getErrorCode())) {
                return OptionalLong.empty();
            }
            throw LockConnections.unavailable(name, e);
        }
    }

    /** Lets the lease end so long from now. Returns whether it was still held. */
    boolean renew(String name, String owner, Duration time) throws InterruptedException {
        try (Connection connection = connections.open();
                PreparedStatement renew = connection.prepareStatement(RENEW)) {
            renew.setLong(1, millis(time));
            renew.setBytes(2, name.getBytes(UTF_8));
            renew.setString(3, owner);
            return renew.executeUpdate() == 1;
        } catch (SQLException e) {
            throw LockConnections.unavailable(name, e);
        }
    }

    /** Ends the lease if this owner still has it. */
    void free(String name, String owner) throws InterruptedException {
        try (Connection connection = connections.open();
                PreparedStatement free = connection.prepareStatement(FREE)) {
            free.setBytes(1, name.getBytes(UTF_8));
            free.setString(2, owner);
            free.executeUpdate();
        } catch (SQLException e) {
            throw LockConnections.unavailable(name, e);
        }
    }

    /** Never less than the holder believes to have: neither its part of a millisecond nor that of the server's clock is lost. */
    private static long millis(Duration time) {
        return time.toMillis() + 2;
    }
}
