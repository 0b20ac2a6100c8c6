package io.seckill.relay;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How a relay works. Start from {@link #DEFAULT} and change what differs.
 *
 * @param workers threads that call the sink, each with one batch at a time; size it to the sink, such as its database connections
 * @param batch reservations handed to the sink in one call at most
 * @param idlePoll how often a quiet partition is looked at in case the signal of an arrival was lost
 * @param maxAttempts counted failures after which a reservation becomes a dead letter
 * @param firstPause pause after a first failure; it doubles with each further one
 * @param maxPause longest pause
 * @param stopWithin how long stopping waits for the batches in work before it interrupts them
 * @param threads makes the threads; those of virtual threads will do
 * @since 0.1
 */
public record RelayConfig(
        int workers,
        int batch,
        Duration idlePoll,
        int maxAttempts,
        Duration firstPause,
        Duration maxPause,
        Duration stopWithin,
        ThreadFactory threads) {

    /**
     * Two workers, batches of 256, a look every second, 30 attempts with pauses from 100 ms to 5 s, which is about two
     * minutes, 20 s to stop, daemon threads.
     */
    public static final RelayConfig DEFAULT = new RelayConfig(
            2,
            256,
            Duration.ofSeconds(1),
            30,
            Duration.ofMillis(100),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            daemons());

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a number is less than 1 or a duration not positive; the message names it
     */
    public RelayConfig {
        atLeastOne("workers", workers);
        atLeastOne("batch", batch);
        positive("idlePoll", idlePoll);
        atLeastOne("maxAttempts", maxAttempts);
        positive("firstPause", firstPause);
        positive("maxPause", maxPause);
        positive("stopWithin", stopWithin);
        Objects.requireNonNull(threads, "threads");
    }

    /** Returns this with another number of workers. */
    public RelayConfig withWorkers(int value) {
        return new RelayConfig(value, batch, idlePoll, maxAttempts, firstPause, maxPause, stopWithin, threads);
    }

    /** Returns this with another batch size. */
    public RelayConfig withBatch(int value) {
        return new RelayConfig(workers, value, idlePoll, maxAttempts, firstPause, maxPause, stopWithin, threads);
    }

    /** Returns this with another idle poll. */
    public RelayConfig withIdlePoll(Duration value) {
        return new RelayConfig(workers, batch, value, maxAttempts, firstPause, maxPause, stopWithin, threads);
    }

    /** Returns this with another number of attempts. */
    public RelayConfig withMaxAttempts(int value) {
        return new RelayConfig(workers, batch, idlePoll, value, firstPause, maxPause, stopWithin, threads);
    }

    /** Returns this with other pauses. */
    public RelayConfig withPauses(Duration first, Duration max) {
        return new RelayConfig(workers, batch, idlePoll, maxAttempts, first, max, stopWithin, threads);
    }

    /** Returns this with another time to stop. */
    public RelayConfig withStopWithin(Duration value) {
        return new RelayConfig(workers, batch, idlePoll, maxAttempts, firstPause, maxPause, value, threads);
    }

    /** Returns this with other threads. */
    public RelayConfig withThreads(ThreadFactory value) {
        return new RelayConfig(workers, batch, idlePoll, maxAttempts, firstPause, maxPause, stopWithin, value);
    }

    /** The pause before the next try, after so many failures in a row. */
    long pauseNanos(int failures) {
        long pause = firstPause.toNanos();
        for (int i = 1; i < failures && pause < maxPause.toNanos(); i++) {
            pause *= 2;
        }
        return Math.min(pause, maxPause.toNanos());
    }

    private static ThreadFactory daemons() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "seckill-relay-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, but was " + value);
        }
    }

    private static void positive(String name, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(name + " must be positive, but was " + value);
        }
    }
}
