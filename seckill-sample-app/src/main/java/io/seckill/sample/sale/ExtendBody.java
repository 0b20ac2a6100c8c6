package io.seckill.sample.sale;

import jakarta.validation.constraints.NotNull;
import java.time.Instant;

/**
 * How long the operator lets a sale go on.
 *
 * @param closes the new end of its window, later than the present one
 */
record ExtendBody(@NotNull Instant closes) {

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    /** Returns the end, which is one that a sale can have. */
    Instant end() {
        if (closes.isBefore(Instant.EPOCH) || closes.isAfter(LATEST)) {
            throw new IllegalArgumentException(
                    "closes must be from " + Instant.EPOCH + " to " + LATEST + ", but was " + closes);
        }
        return closes;
    }
}
