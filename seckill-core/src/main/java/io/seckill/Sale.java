package io.seckill;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * The definition of one sale.
 *
 * @param id the sale's name
 * @param total items for sale, 1 to {@value #MAX_TOTAL}
 * @param limit items one buyer may hold, 1 to {@value #MAX_LIMIT}
 * @param opens first instant at which a purchase is accepted, from 1970 to 9999, kept to the millisecond;
 *     judged by the clocks of the nodes that store and sweep, which must be in step
 * @param closes first instant at which none is accepted any more, after {@code opens}, kept to the millisecond
 * @param payWithin how long an order waits for its payment before it is cancelled, 1 second to 366 days, kept to the millisecond
 * @since 0.1
 */
public record Sale(SaleId id, long total, int limit, Instant opens, Instant closes, Duration payWithin) {

    /** The largest stock of a sale: one thousand million items. */
    public static final long MAX_TOTAL = 1_000_000_000L;

    /** How long an order waits for its payment unless the sale says otherwise. */
    public static final Duration DEFAULT_PAY_WITHIN = Duration.ofMinutes(30);

    private static final Duration SHORTEST_PAY_WITHIN = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAY_WITHIN = Duration.ofDays(366);
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    /** The largest number of items one buyer may hold. */
    public static final int MAX_LIMIT = 1_000;

    /**
     * Checks the definition and cuts both instants to the millisecond.
     *
     * @throws IllegalArgumentException if a number is out of bounds or the window is empty; the message names the value
     */
    public Sale {
        Objects.requireNonNull(id, "id");
        opens = toMillis("opens", opens);
        closes = toMillis("closes", closes);
        checkTotal(id, total);
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "limit must be 1 to " + MAX_LIMIT + ", but sale " + id + " has " + limit);
        }
        if (!opens.isBefore(closes)) {
            throw new IllegalArgumentException(
                    "a sale must open before it closes, but sale " + id + " opens " + opens + " and closes " + closes);
        }
        if (payWithin.compareTo(SHORTEST_PAY_WITHIN) < 0 || payWithin.compareTo(LONGEST_PAY_WITHIN) > 0) {
            throw new IllegalArgumentException("the time to pay must be " + SHORTEST_PAY_WITHIN + " to "
                    + LONGEST_PAY_WITHIN + ", but sale " + id + " has " + payWithin);
        }
        payWithin = payWithin.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Makes the definition of a sale whose orders wait {@link #DEFAULT_PAY_WITHIN} for their payment. */
    public Sale(SaleId id, long total, int limit, Instant opens, Instant closes) {
        this(id, total, limit, opens, closes, DEFAULT_PAY_WITHIN);
    }

    /**
     * Checks the stock of a sale.
     *
     * @throws IllegalArgumentException if it is out of bounds; the message names it
     */
    public static void checkTotal(SaleId id, long total) {
        if (total < 1 || total > MAX_TOTAL) {
            throw new IllegalArgumentException(
                    "total must be 1 to " + MAX_TOTAL + ", but sale " + id + " has " + total);
        }
    }

    private static Instant toMillis(String name, Instant instant) {
        if (instant.isBefore(Instant.EPOCH) || instant.isAfter(LATEST)) {
            throw new IllegalArgumentException(
                    name + " must be from " + Instant.EPOCH + " to " + LATEST + ", but was " + instant);
        }
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns this definition with another stock. */
    public Sale withTotal(long newTotal) {
        return new Sale(id, newTotal, limit, opens, closes, payWithin);
    }

    /** Returns this definition with another end of its window. */
    public Sale withCloses(Instant newCloses) {
        return new Sale(id, total, limit, opens, newCloses, payWithin);
    }

    /** Returns this definition with another time to pay. */
    public Sale withPayWithin(Duration newPayWithin) {
        return new Sale(id, total, limit, opens, closes, newPayWithin);
    }
}
