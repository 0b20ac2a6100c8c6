package io.seckill.jdbc.lock;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The one thread that looks after all leases of a lock. It is there only while there are any, so nothing has to be shut down. */
final class LeaseTimer {

    private LeaseTimer() {}

    static ScheduledExecutorService named(String thread) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread worker = new Thread(work, thread);
            worker.setDaemon(true);
            return worker;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(10, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }
}
