package io.seckill.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Waits for the moment at which the stock row in the database says that so much is sold; it looks every 10 ms. */
final class RowWatch {

    private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Shop shop;
    private final long sale;
    private final CompletableFuture<Long> moment = new CompletableFuture<>();
    private volatile int wanted;

    private RowWatch(Shop shop, long sale, int wanted) {
        this.shop = shop;
        this.sale = sale;
        this.wanted = wanted;
    }

    /** Begins to look. */
    static RowWatch start(Shop shop, long sale, int wanted) {
        RowWatch watch = new RowWatch(shop, sale, wanted);
        Thread thread = new Thread(watch::run, "load-row-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    /** Returns the {@link System#nanoTime()} at which it was so, or was given up; it is known by now that no more than this was sold. */
    long await(int sold) {
        wanted = Math.min(wanted, sold);
        return moment.join();
    }

    private void run() {
        try {
            moment.complete(watch());
        } catch (SQLException | RuntimeException e) {
            moment.completeExceptionally(e);
        }
    }

    private long watch() throws SQLException {
        long start = System.nanoTime();
        try (Connection connection = shop.connect();
                PreparedStatement query =
                        connection.prepareStatement(shop.kind().ledger().taken())) {
            query.setString(1, Long.toString(sale));
            while (System.nanoTime() - start < PATIENCE.toNanos()) {
                try (ResultSet row = query.executeQuery()) {
                    if (row.next() && row.getLong(1) >= wanted) {
                        break;
                    }
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return System.nanoTime();
        }
    }
}
