package io.seckill.order;

import io.seckill.internal.Trouble;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One thread that does the same again and again: after the interval, at once when the bell rings, after growing pauses when it failed. */
final class Rounds implements Runnable {

    /** What is done in one round. */
    interface Round {

        /** Does it, and returns whether all went well; ends early when told that the rounds are stopping. */
        boolean run(BooleanSupplier stopping);
    }

    private final SweepConfig config;
    private final Round round;
    private final Trouble trouble;
    private final Semaphore bell = new Semaphore(0);
    private volatile boolean stopping;

    /** Makes rounds; what a round throws is trouble. */
    Rounds(SweepConfig config, Round round, Trouble trouble) {
        this.config = config;
        this.round = round;
        this.trouble = trouble;
    }

    void ring() {
        bell.release();
    }

    void stop() {
        stopping = true;
        ring();
    }

    @Override
    public void run() {
        int failures = 0;
        while (!stopping) {
            failures = worked() ? 0 : failures + 1;
            await(config.pause(failures));
        }
    }

    private boolean worked() {
        try {
            boolean allWell = round.run(() -> stopping);
            if (allWell) {
                trouble.worked();
            }
            return allWell;
        } catch (Throwable e) { // whatever it was, orders must go on being swept
            if (!stopping) {
                trouble.failed(e);
            }
            return false;
        }
    }

    private void await(Duration pause) {
        try {
            if (bell.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                bell.drainPermits();
            }
        } catch (InterruptedException e) {
            // only stopping interrupts; the loop's condition says so
        }
    }
}
