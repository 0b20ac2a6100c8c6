package io.seckill.order;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How a sweep works. Start from {@link #DEFAULT} and change what differs.
 *
 * @param interval pause between two looks at the ledger, and so how late an unpaid order is cancelled at most while all is well
 * @param batch orders changed or claimed in one step at most
 * @param claim how long a node has what it claimed for itself; longer than telling the gate or refunding one payment takes
 * @param maxPause longest pause after failures; the pause doubles from the interval
 * @param stopWithin how long stopping waits for the step in work before it interrupts it
 * @param threads makes the two threads; those of virtual threads will do
 * @since 0.1
 */
public record SweepConfig(
        Duration interval, int batch, Duration claim, Duration maxPause, Duration stopWithin, ThreadFactory threads) {

    /** Every second, batches of 200, claims of one minute, pauses up to 10 s, 10 s to stop, daemon threads. */
    public static final SweepConfig DEFAULT = new SweepConfig(
            Duration.ofSeconds(1),
            200,
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            daemons());

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the batch is less than 1 or a duration not positive; the message names it
     */
    public SweepConfig {
        positive("interval", interval);
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, but was " + batch);
        }
        positive("claim", claim);
        positive("maxPause", maxPause);
        positive("stopWithin", stopWithin);
        Objects.requireNonNull(threads, "threads");
    }

    /** Returns this with another interval. */
    public SweepConfig withInterval(Duration value) {
        return new SweepConfig(value, batch, claim, maxPause, stopWithin, threads);
    }

    /** Returns this with another batch size. */
    public SweepConfig withBatch(int value) {
        return new SweepConfig(interval, value, claim, maxPause, stopWithin, threads);
    }

    /** Returns this with another time for claims. */
    public SweepConfig withClaim(Duration value) {
        return new SweepConfig(interval, batch, value, maxPause, stopWithin, threads);
    }

    /** Returns this with another longest pause. */
    public SweepConfig withMaxPause(Duration value) {
        return new SweepConfig(interval, batch, claim, value, stopWithin, threads);
    }

    /** Returns this with other threads. */
    public SweepConfig withThreads(ThreadFactory value) {
        return new SweepConfig(interval, batch, claim, maxPause, stopWithin, value);
    }

    /** The pause after so many failures in a row, none included. */
    Duration pause(int failures) {
        Duration pause = interval;
        for (int i = 0; i < failures && pause.compareTo(maxPause) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return failures > 0 && pause.compareTo(maxPause) > 0 ? maxPause : pause;
    }

    private static ThreadFactory daemons() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "seckill-sweep-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static void positive(String name, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(name + " must be positive, but was " + value);
        }
    }
}
