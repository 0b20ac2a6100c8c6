package io.seckill;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of one purchase: {@link Accepted} or {@link Rejected}. Every expected ending is here, so a {@code switch} over the two
 * and the {@link Reason reasons} is complete.
 *
 * @since 0.1
 */
public sealed interface PurchaseResult {

    /**
     * The stock is held and the order will reach the order sink, perhaps a little later.
     *
     * @param reservation what is held, and under which order id
     * @param replayed whether this is the answer of an earlier purchase with the same order id or request key, given again
     */
    record Accepted(Reservation reservation, boolean replayed) implements PurchaseResult {

        /** Checks that nothing is missing. */
        public Accepted {
            Objects.requireNonNull(reservation, "reservation");
        }
    }

    /**
     * Nothing was taken.
     *
     * @param reason why
     * @param held the orders through which the buyer reached the limit; empty for every other reason
     * @param retryAfter when asking again makes sense; only with {@link Reason#BUSY}, where a limiter said so
     */
    record Rejected(Reason reason, List<OrderId> held, Optional<Duration> retryAfter) implements PurchaseResult {

        /** Checks that nothing is missing and copies the list. */
        public Rejected {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(retryAfter, "retryAfter");
            held = List.copyOf(held);
        }

        /** Makes a rejection after which there is no time to wait for. */
        public Rejected(Reason reason, List<OrderId> held) {
            this(reason, held, Optional.empty());
        }

        /** Returns the rejection of a limiter: busy, for this long. */
        public static Rejected busyFor(Duration wait) {
            return new Rejected(Reason.BUSY, List.of(), Optional.of(wait));
        }

        /** Returns the rejection with this reason and no orders. */
        public static Rejected because(Reason reason) {
            return reason.rejection;
        }
    }

    /** Why nothing was taken. The names are stable: they are API codes, and lower case with dashes, meter tags. */
    enum Reason {
        /** The sale was never opened, or its backend lost it. */
        UNKNOWN_SALE,
        /** The window opens later; asking again then makes sense. */
        NOT_STARTED,
        /** The window has closed, or the operator closed the sale; final. */
        ENDED,
        /** The operator paused the sale; asking again later makes sense. */
        PAUSED,
        /**
         * Fewer items are left than asked for; changes only if stock comes back. For about a second after such an answer a node gives it
         * by itself, also to a buyer who would have been told another reason; a purchase with a request key or order id always gets the
         * gate's own.
         */
        SOLD_OUT,
        /**
         * The buyer would hold more than the limit; the orders held are named. Also, on Redis, the answer to a buyer who has given back 100
         * orders of the sale.
         */
        LIMIT_REACHED,
        /** This order id or request key was accepted once and has been released since; buy again under a new one. */
        RELEASED,
        /** A limiter turned the purchase away, or too many are waiting on this node; nothing was taken, and asking again later makes sense. */
        BUSY;

        private final String tag = name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');

        @SuppressWarnings("ImmutableEnumChecker") // the record copies its list
        private final Rejected rejection = new Rejected(this, List.of());

        /** Returns the name as a meter tag, such as {@code sold-out}. */
        public String tag() {
            return tag;
        }
    }
}
