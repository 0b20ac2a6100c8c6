package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.Contender;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One thread of load, from the common start until the time is over or all buyers have been. */
abstract class Driving {

    private static final long PATIENCE_MS = TimeUnit.MINUTES.toMillis(2);

    final Contender contender;
    final Buyers buyers;
    final long limitNanos;
    private volatile @Nullable Thread thread;
    private volatile @Nullable Throwable broken;

    Driving(Contender contender, Buyers buyers, long limitNanos) {
        this.contender = contender;
        this.buyers = buyers;
        this.limitNanos = limitNanos;
    }

    abstract void drive() throws InterruptedException;

    /** Returns what was counted; for after the end. */
    abstract Tally tally();

    void start(CountDownLatch ready, CountDownLatch go) {
        Thread started = new Thread(() -> run(ready, go), "comparison-caller");
        started.setDaemon(true);
        started.start();
        thread = started;
    }

    private void run(CountDownLatch ready, CountDownLatch go) {
        try {
            ready.countDown();
            go.await();
            long bytesBefore = JvmMeter.bytesOfThisThread();
            drive();
            tally().allocated(JvmMeter.bytesOfThisThread() - bytesBefore);
        } catch (InterruptedException | RuntimeException | Error e) {
            broken = e;
        }
    }

    void join() throws InterruptedException {
        Thread running = thread;
        if (running == null) {
            throw new IllegalStateException("never started");
        }
        running.join(PATIENCE_MS);
        if (broken != null || running.isAlive()) {
            throw new IllegalStateException("a caller of " + contender.name() + " broke down or does not end", broken);
        }
    }
}
