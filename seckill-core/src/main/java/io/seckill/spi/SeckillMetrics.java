package io.seckill.spi;

import io.seckill.PurchaseResult;
import java.time.Duration;

/**
 * Is told what happens, to count it. Called on hot paths and I/O threads: implementations must be fast and must not block or throw.
 *
 * @since 0.1
 */
public interface SeckillMetrics {

    /** Counts nothing. */
    SeckillMetrics NONE = new SeckillMetrics() {};

    /** A purchase was answered. */
    default void purchased(PurchaseResult result) {}

    /** A purchase got no answer. */
    default void purchaseFailed(boolean outcomeKnown) {}

    /** A gate call for this many purchases was answered after this time. */
    default void admitted(int purchases, Duration took) {}

    /** A sink answered for this many reservations. */
    default void delivered(DeliveryOutcome outcome, int reservations) {}

    /** How a delivery ended, as a meter tag. */
    enum DeliveryOutcome {
        /** Stored by this delivery. */
        STORED,
        /** Stored by an earlier one. */
        ALREADY_STORED,
        /** Refused, and released. */
        REFUSED,
        /** To be tried again. */
        RETRY,
        /** Given up. */
        DEAD
    }
}
