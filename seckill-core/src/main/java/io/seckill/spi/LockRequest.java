package io.seckill.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * Which lock, how long to wait for it, and how long to hold it at most.
 *
 * @param name what is locked, not blank, at most {@value #MAX_NAME} characters
 * @param maxWait how long to wait while another holds it, not negative, at most a day; zero asks once
 * @param lease after what time the lock ends by itself, more than zero, at most a day; empty if it is to be renewed until it is closed
 * @since 0.1
 */
public record LockRequest(String name, Duration maxWait, Optional<Duration> lease) {

    /** Longest name, in characters. */
    public static final int MAX_NAME = 200;

    private static final Duration LONGEST = Duration.ofDays(1);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is out of bounds; the message names it
     */
    public LockRequest {
        if (name.isBlank() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException(
                    "a lock's name must have 1 to " + MAX_NAME + " characters, but was \"" + name + '"');
        }
        if (maxWait.isNegative() || maxWait.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("maxWait must be from zero to a day, but was " + maxWait);
        }
        lease.filter(time -> time.isZero() || time.isNegative() || time.compareTo(LONGEST) > 0)
                .ifPresent(time -> {
                    throw new IllegalArgumentException(
                            "lease must be more than zero and at most a day, but was " + time);
                });
    }

    /** Returns a request to hold the lock for a fixed time at most. */
    public static LockRequest fixed(String name, Duration maxWait, Duration lease) {
        return new LockRequest(name, maxWait, Optional.of(lease));
    }

    /** Returns a request to hold the lock until it is closed. */
    public static LockRequest renewed(String name, Duration maxWait) {
        return new LockRequest(name, maxWait, Optional.empty());
    }
}
