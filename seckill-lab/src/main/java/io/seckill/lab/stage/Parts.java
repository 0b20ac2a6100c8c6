package io.seckill.lab.stage;

import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.StockGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a gate is composed of.
 *
 * @param stock the stock half
 * @param buyers the per-buyer half
 * @param tables what the parts write into
 * @param lock the lock of each buyer, if there is one
 * @param maxWait how long a purchase waits for it
 * @param lease how long it is held at most; empty to renew it
 * @param noticed as {@link Shareable#noticed()}
 */
record Parts(
        StockGuard stock,
        OnePerUserGuard buyers,
        List<String> tables,
        Optional<ConnectedLock> lock,
        Duration maxWait,
        Optional<Duration> lease,
        Supplier<Noticed> noticed) {

    static Parts of(StockGuard stock, OnePerUserGuard buyers, String... tables) {
        return new Parts(
                stock,
                buyers,
                List.of(tables),
                Optional.empty(),
                Duration.ZERO,
                Optional.empty(),
                () -> Noticed.NOTHING);
    }

    Parts behind(ConnectedLock newLock, Duration wait, Optional<Duration> newLease, String... moreTables) {
        WatchedLock watched = new WatchedLock(newLock.lock());
        ConnectedLock connected = new ConnectedLock(watched, newLock.commands(), newLock.connection());
        List<String> all = new ArrayList<>(tables);
        all.addAll(List.of(moreTables));
        return new Parts(
                stock,
                buyers,
                all,
                Optional.of(connected),
                wait,
                newLease,
                () -> new Noticed(watched.overlaps(), 0, 0));
    }

    Parts telling(Supplier<Noticed> what) {
        return new Parts(stock, buyers, tables, lock, maxWait, lease, what);
    }
}
