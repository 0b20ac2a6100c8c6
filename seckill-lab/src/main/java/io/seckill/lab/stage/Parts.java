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
 * @param observed as {@link Contender#observed()}
 */
record Parts(
        StockGuard stock,
        OnePerUserGuard buyers,
        List<String> tables,
        Optional<ConnectedLock> lock,
        Duration maxWait,
        Supplier<String> observed) {

    static Parts of(StockGuard stock, OnePerUserGuard buyers, String... tables) {
        return new Parts(stock, buyers, List.of(tables), Optional.empty(), Duration.ZERO, () -> "");
    }

    Parts behind(ConnectedLock newLock, Duration wait, String... moreTables) {
        List<String> all = new ArrayList<>(tables);
        all.addAll(List.of(moreTables));
        return new Parts(stock, buyers, all, Optional.of(newLock), wait, observed);
    }

    Parts telling(Supplier<String> what) {
        return new Parts(stock, buyers, tables, lock, maxWait, what);
    }
}
