package io.seckill.reconcile;

import java.time.Duration;

/**
 * How a reconciler works. Start from {@link #DEFAULT} and change what differs.
 *
 * @param page orders, holdings or parcels read at once
 * @param named orders named in a report at most; further ones are counted
 * @param settle time between two looks at what differs at first sight
 * @param drain how long a rebuild waits at most until the outbox has none of the sale
 * @since 0.1
 */
public record ReconcileConfig(int page, int named, Duration settle, Duration drain) {

    /** Pages of 500, 10,000 orders named, half a second between two looks, half a minute for the outbox. */
    public static final ReconcileConfig DEFAULT =
            new ReconcileConfig(500, 10_000, Duration.ofMillis(500), Duration.ofSeconds(30));

    private static final int MAX_PAGE = 1_000;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of bounds; the message names it
     */
    public ReconcileConfig {
        if (page < 1 || page > MAX_PAGE) {
            throw new IllegalArgumentException("page must be 1 to " + MAX_PAGE + ", but was " + page);
        }
        if (named < 1) {
            throw new IllegalArgumentException("named must be at least 1, but was " + named);
        }
        if (settle.isNegative() || drain.isNegative()) {
            throw new IllegalArgumentException(
                    "settle and drain must not be negative, but were " + settle + " and " + drain);
        }
    }

    /** Returns this with another page size. */
    public ReconcileConfig withPage(int value) {
        return new ReconcileConfig(value, named, settle, drain);
    }

    /** Returns this with another number of orders named. */
    public ReconcileConfig withNamed(int value) {
        return new ReconcileConfig(page, value, settle, drain);
    }

    /** Returns this with another time between two looks. */
    public ReconcileConfig withSettle(Duration value) {
        return new ReconcileConfig(page, named, value, drain);
    }

    /** Returns this with another time for the outbox. */
    public ReconcileConfig withDrain(Duration value) {
        return new ReconcileConfig(page, named, settle, value);
    }
}
