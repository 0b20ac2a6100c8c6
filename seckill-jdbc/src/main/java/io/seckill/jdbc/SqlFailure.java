package io.seckill.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.TransactionException;

/** What a failed transaction means. Judged by MySQL's own numbers, because they survive every layer of translation above. */
enum SqlFailure {
    /** Another transaction was in the way; doing it again is the cure. */
    CONFLICT,
    /** Nothing is wrong with the data: the database is away, cannot write, or is not set up. */
    OUTAGE,
    /** Anything else, most likely one row's own fault. */
    FAULT;

    private static final Set<Integer> CONFLICTS = Set.of(
            1205, // lock wait timeout
            1213, // deadlock
            1020); // MariaDB's snapshot isolation: the row changed after the snapshot

    private static final Set<Integer> OUTAGES = Set.of(
            1021, // disk full
            1041, // out of memory
            1114, // table full
            1206, // lock table full
            1290, // read-only server, as after a failover
            1637, // too many transactions
            1792, // read-only transaction
            1836, // read-only mode
            3024); // statement timeout

    // connection, authorisation, missing table or right, killed or interrupted
    private static final Set<String> OUTAGE_CLASSES = Set.of("08", "28", "42", "70");

    static SqlFailure of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            // begin, commit or rollback failed: the connection is gone, and pools report that without a number
            if (cause instanceof TransactionException || cause instanceof CannotGetJdbcConnectionException) {
                return OUTAGE;
            }
            if (cause instanceof SQLException sql) {
                return of(sql);
            }
        }
        return FAULT;
    }

    private static SqlFailure of(SQLException sql) {
        if (CONFLICTS.contains(sql.getErrorCode())) {
            return CONFLICT;
        }
        String state = sql.getSQLState();
        boolean away = sql instanceof SQLRecoverableException
                || sql instanceof SQLTransientConnectionException
                || sql instanceof SQLNonTransientConnectionException
                || sql instanceof SQLTimeoutException
                || OUTAGES.contains(sql.getErrorCode())
                || state != null && state.length() == 5 && OUTAGE_CLASSES.contains(state.substring(0, 2));
        return away ? OUTAGE : FAULT;
    }
}
