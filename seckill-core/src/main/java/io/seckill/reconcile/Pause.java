package io.seckill.reconcile;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits, in the caller's thread. */
final class Pause {

    private Pause() {}

    /** Returns after this time, or at once if the thread is interrupted; it stays so. */
    static void of(Duration duration) {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
