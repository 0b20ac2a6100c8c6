package io.seckill.spi;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import java.util.List;
import java.util.Optional;

/**
 * Lets a buyer hold at most the sale's limit. A reservation of quantity {@code n} uses {@code n} of the buyer's slots.
 *
 * @since 0.1
 */
public interface OnePerUserGuard {

    /** What marking did. */
    sealed interface Mark {

        /** The reservation now holds its slots. */
        record Marked() implements Mark {}

        /**
         * The same order id or request key was marked before; nothing changed.
         *
         * @param holding the first reservation, live or released
         */
        record Known(Holding holding) implements Mark {}

        /**
         * The buyer would hold more than the limit; nothing changed.
         *
         * @param live what the buyer holds
         */
        record LimitReached(List<Reservation> live) implements Mark {

            /** Copies the list. */
            public LimitReached {
                live = List.copyOf(live);
            }
        }
    }

    /**
     * Marks the reservation's slots, all of them or none, in one atomic step.
     *
     * @param reservation what the buyer wants to hold
     * @param limit the sale's limit, at least 1
     */
    Mark tryMark(Reservation reservation, int limit);

    /**
     * Frees the reservation's slots, once. The order id stays remembered as released, and is never marked again.
     *
     * @param reservation what to free, found by sale, buyer and order id
     * @return the reservation as it was marked, if this very call freed it; empty if it was not marked or was freed before
     */
    Optional<Reservation> unmark(Reservation reservation, ReleaseReason reason);

    /** Forgets a mark whose purchase took no stock, as if it had never been made. Does nothing if it is not marked. */
    void undo(Reservation reservation);

    /** Returns what the buyer holds or held, in the order of acceptance. */
    List<Holding> holdings(SaleId sale, BuyerId buyer);
}
