package io.seckill.spring.watch;

import io.seckill.SaleStatus;
import io.seckill.Sales;
import java.util.List;

/** One look at all sales, shown to every watcher. */
record SaleWatch(Sales sales, List<SaleWatcher> watchers) implements Runnable {

    @Override
    public void run() {
        List<SaleStatus> seen;
        try {
            seen = sales.list();
        } catch (RuntimeException e) {
            watchers.forEach(SaleWatcher::notSeen);
            throw e;
        }
        watchers.forEach(watcher -> watcher.seen(seen));
    }
}
