package io.seckill.spi;

import java.time.Instant;
import java.util.Objects;

/**
 * One change of a sale's state or window. All are idempotent.
 *
 * @since 0.1
 */
public sealed interface SaleChange {

    /** Stops selling until resumed. */
    record Pause() implements SaleChange {}

    /** Sells again. */
    record Resume() implements SaleChange {}

    /** Ends the sale for good. */
    record Close() implements SaleChange {}

    /**
     * Moves the end of the window.
     *
     * @param closes the new end, later than the present one
     */
    record Extend(Instant closes) implements SaleChange {

        /** Checks that nothing is missing. */
        public Extend {
            Objects.requireNonNull(closes, "closes");
        }
    }

    /** Makes the figures of a sale final that is over; its data may expire from then on. */
    record Settle() implements SaleChange {}

    /** Returns the change in words, for the audit. */
    default String words() {
        if (this instanceof Extend extend) {
            return "extend " + extend.closes();
        }
        return getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }
}
