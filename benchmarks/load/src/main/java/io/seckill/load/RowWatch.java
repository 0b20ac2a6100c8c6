package io.seckill.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Waits for the moment at which the stock row in the database says that everything is sold; it looks every 10 ms. */
final class RowWatch {

    private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();

    private RowWatch() {}

    /** Returns, later, the {@link System#nanoTime()} at which it was so, or was given up. */
    static CompletableFuture<Long> soldOut(Shop shop, long sale, int stock, Duration limit) {
        CompletableFuture<Long> moment = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        moment.complete(watch(shop, sale, stock, limit));
                    } catch (SQLException | RuntimeException e) {
                        moment.completeExceptionally(e);
                    }
                },
                "load-row-watch");
        thread.setDaemon(true);
        thread.start();
        return moment;
    }

    private static long watch(Shop shop, long sale, int stock, Duration limit) throws SQLException {
        long end = System.nanoTime() + limit.toNanos();
        try (Connection connection = shop.connect();
                PreparedStatement query =
                        connection.prepareStatement(shop.kind().ledger().taken())) {
            query.setString(1, Long.toString(sale));
            while (System.nanoTime() - end < 0) {
                try (ResultSet row = query.executeQuery()) {
                    if (row.next() && row.getLong(1) >= stock) {
                        break;
                    }
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return System.nanoTime();
        }
    }
}
