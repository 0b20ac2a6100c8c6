package io.seckill;

import java.util.Objects;

/**
 * How far a purchase has come, for the buyer who waits.
 *
 * @since 0.1
 */
public sealed interface OrderProgress {

    /**
     * Accepted, and on its way to the order sink.
     *
     * @param reservation what is held
     */
    record Queued(Reservation reservation) implements OrderProgress {

        /** Checks that nothing is missing. */
        public Queued {
            Objects.requireNonNull(reservation, "reservation");
        }
    }

    /**
     * In the ledger: unpaid with its deadline, paid, cancelled or refused with a reason.
     *
     * @param order the order
     */
    record Stored(Order order) implements OrderProgress {

        /** Checks that nothing is missing. */
        public Stored {
            Objects.requireNonNull(order, "order");
        }
    }

    /**
     * Accepted once and given back since, without a trace in the ledger.
     *
     * @param reservation what was held
     * @param reason why it was given back
     */
    record Released(Reservation reservation, ReleaseReason reason) implements OrderProgress {

        /** Checks that nothing is missing. */
        public Released {
            Objects.requireNonNull(reservation, "reservation");
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** Nobody who was asked knows of such an order. */
    record Unknown() implements OrderProgress {}
}
