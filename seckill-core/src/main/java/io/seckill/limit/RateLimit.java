package io.seckill.limit;

import java.time.Duration;
import java.util.Objects;

/**
 * The size of a token bucket: so many purchases at once, and so many more in each period. The bucket starts full, is refilled evenly, not
 * at the end of a period, and never holds more than its capacity.
 *
 * @param capacity purchases that may come at once after a pause, 1 to {@value #MAX_TOKENS}
 * @param refill purchases that may follow in each period, 1 to {@value #MAX_TOKENS}
 * @param per the period, 1 millisecond to 1 hour, kept to the microsecond
 * @since 0.1
 */
public record RateLimit(long capacity, long refill, Duration per) {

    /** The largest number of tokens: a million, so that a million periods of an hour are exact in the microseconds of a double. */
    public static final long MAX_TOKENS = 1_000_000;

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * Checks the bounds and cuts the period to the microsecond.
     *
     * @throws IllegalArgumentException if a value is out of bounds; the message names it
     */
    public RateLimit {
        tokens("capacity", capacity);
        tokens("refill", refill);
        Objects.requireNonNull(per, "per");
        if (per.compareTo(SHORTEST) < 0 || per.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "the period of a limit must be " + SHORTEST + " to " + LONGEST + ", but was " + per);
        }
        per = Duration.ofNanos(per.toNanos() / 1_000 * 1_000);
    }

    /** Returns the limit of this many per second, all of which may come at once. */
    public static RateLimit perSecond(long purchases) {
        return new RateLimit(purchases, purchases, Duration.ofSeconds(1));
    }

    private static void tokens(String name, long value) {
        if (value < 1 || value > MAX_TOKENS) {
            throw new IllegalArgumentException(
                    "the " + name + " of a limit must be 1 to " + MAX_TOKENS + ", but was " + value);
        }
    }
}
