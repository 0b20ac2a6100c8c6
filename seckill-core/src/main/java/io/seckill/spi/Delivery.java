package io.seckill.spi;

import io.seckill.ReleaseReason;
import java.util.Objects;

/**
 * What a sink did with one reservation.
 *
 * @since 0.1
 */
public sealed interface Delivery {

    /** The order is stored now. */
    record Stored() implements Delivery {}

    /** An earlier delivery stored it; nothing changed. */
    record AlreadyStored() implements Delivery {}

    /**
     * It will never be an order; its stock and slots go back, and the buyer is told why.
     *
     * @param reason why
     */
    record Refused(ReleaseReason reason) implements Delivery {

        /** Checks that nothing is missing. */
        public Refused {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * Not now: it is tried again, and goes to the dead letters after the configured number of attempts.
     *
     * @param why for the log and the dead letter
     */
    record Retry(String why) implements Delivery {

        /** Checks that nothing is missing. */
        public Retry {
            Objects.requireNonNull(why, "why");
        }
    }

    /** Returns {@link Stored}. */
    static Delivery stored() {
        return new Stored();
    }

    /** Returns {@link AlreadyStored}. */
    static Delivery alreadyStored() {
        return new AlreadyStored();
    }

    /** Returns {@link Refused} for this reason. */
    static Delivery refused(ReleaseReason reason) {
        return new Refused(reason);
    }

    /** Returns {@link Retry} for this cause. */
    static Delivery retry(String why) {
        return new Retry(why);
    }
}
