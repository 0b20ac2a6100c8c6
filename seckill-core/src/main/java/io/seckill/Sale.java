package io.seckill;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * The definition of one sale.
 *
 * @param id the sale's name
 * @param total items for sale, 1 to {@value #MAX_TOTAL}
 * @param limit items one buyer may hold, 1 to {@value #MAX_LIMIT}
 * @param opens first instant at which a purchase is accepted, from 1970 to 9999, kept to the millisecond
 * @param closes first instant at which none is accepted any more, after {@code opens}, kept to the millisecond
 * @since 0.1
 */
public record Sale(SaleId id, long total, int limit, Instant opens, Instant closes) {

    /** The largest stock of a sale: one thousand million items. */
    public static final long MAX_TOTAL = 1_000_000_000L;

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
        if (total < 1 || total > MAX_TOTAL) {
            throw new IllegalArgumentException(
                    "total must be 1 to " + MAX_TOTAL + ", but sale " + id + " has " + total);
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "limit must be 1 to " + MAX_LIMIT + ", but sale " + id + " has " + limit);
        }
        if (!opens.isBefore(closes)) {
            throw new IllegalArgumentException(
                    "a sale must open before it closes, but sale " + id + " opens " + opens + " and closes " + closes);
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
        return new Sale(id, newTotal, limit, opens, closes);
    }
}
