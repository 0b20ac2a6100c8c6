package io.seckill.spring.watch;

import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.SeckillListener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Tells when little or nothing is left of a sale that sells: each once, until there is more again, whatever pauses are in between. A sale
 * that falls from much to nothing between two looks is only told to be sold out.
 */
final class StockNotices implements SaleWatcher {

    private enum Level {
        ENOUGH,
        LOW,
        NOTHING
    }

    private final int lowPercent;
    private final Consumer<Consumer<SeckillListener>> tell;
    private Map<SaleId, Level> levels = new HashMap<>();

    /**
     * Makes a watcher.
     *
     * @param lowPercent percent of the total that is little
     * @param tell brings an event to the listeners
     */
    StockNotices(int lowPercent, Consumer<Consumer<SeckillListener>> tell) {
        this.lowPercent = lowPercent;
        this.tell = tell;
    }

    @Override
    public void seen(List<SaleStatus> sales) {
        Map<SaleId, Level> told = new HashMap<>();
        for (SaleStatus status : sales) {
            Level level = level(status);
            Level before = levels.getOrDefault(status.sale().id(), Level.ENOUGH);
            if (level.compareTo(before) > 0 && !status.selling()) {
                level = before; // to be told when it sells again
            } else if (level.compareTo(before) > 0) {
                tell.accept(
                        level == Level.LOW
                                ? listener -> listener.stockLow(status)
                                : listener -> listener.soldOut(status));
            }
            told.put(status.sale().id(), level);
        }
        levels = told;
    }

    private Level level(SaleStatus status) {
        if (status.available() == 0) {
            return Level.NOTHING;
        }
        return status.available() * 100 <= status.sale().total() * lowPercent ? Level.LOW : Level.ENOUGH;
    }
}
