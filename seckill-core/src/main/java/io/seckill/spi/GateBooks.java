package io.seckill.spi;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.Operator;
import io.seckill.Reservation;
import io.seckill.SaleId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The books of a gate that keeps counters, holdings and outbox itself, for those who compare them with a ledger, correct them, or write
 * them anew. Thread-safe; all methods may block, and throw {@link io.seckill.SeckillUnavailableException} if the gate gave no usable answer.
 *
 * <p>A gate composed of guards has no such books: its counters and buyers live apart, and nothing holds them still together.
 *
 * @since 0.1
 */
public interface GateBooks {

    /** Returns the sale as the gate has it; empty if it is unknown. */
    Optional<GateSale> sale(SaleId sale);

    /**
     * Returns one page of what a sale's buyers hold or held. Whoever held something all the time is on some page, exactly once if nothing
     * changed meanwhile.
     *
     * @param cursor {@link Page#next()} of the page before; empty for the first page
     * @param size about how many buyers
     */
    Page<Holding> holdings(SaleId sale, Optional<String> cursor, int size);

    /** Returns what these buyers hold or held, in no order. */
    List<Holding> holdings(SaleId sale, Collection<BuyerId> buyers);

    /**
     * Returns one page of a sale's reservations in the outbox, taken by a node or not, oldest first.
     *
     * @param size how many parcels to look at, of whatever sale
     */
    Page<Reservation> parcels(SaleId sale, Optional<String> cursor, int size);

    /**
     * Returns one page of a sale's dead letters, oldest first.
     *
     * @param size how many dead letters to look at, of whatever sale
     */
    Page<Reservation> deadLetters(SaleId sale, Optional<String> cursor, int size);

    /**
     * Makes holdings what they should be, and moves the counters by the difference, in one atomic step. One for which there is no room left,
     * or which would make a counter negative, is left as it is.
     *
     * @param epoch the epoch the caller knows; nothing is changed in another one
     * @param wanted what should be held, or have been released; request keys that the gate has are kept
     * @return how many were changed by this very call
     */
    int correct(SaleId sale, int epoch, List<Holding> wanted);

    /**
     * Sets total and counters, unless the sale has changed since it was seen, a change of its stock is half done, or more than the total
     * would be held. What is left of the total is available.
     *
     * @return whether they were set
     */
    boolean correctCounters(GateSale seen, long total, long reserved, long sold);

    /** Adds to the audit of a sale. */
    void note(SaleId sale, Operator by, String what);

    /**
     * Forgets what the gate has of a sale and makes it anew, with nothing held, in the ledger's epoch and {@link
     * io.seckill.SaleState#REBUILDING}; what it holds is to be {@link #correct corrected} then.
     *
     * @return whether it did; if not, the sale sells or a change of its stock is half done, and nothing is changed
     */
    boolean beginRebuild(LedgerSale sale);

    /**
     * Ends the rebuilding of a sale, which is paused then, or closed if it was, and notes it in the audit.
     *
     * @return whether the sale was being rebuilt in this epoch; if not, nothing is changed
     */
    boolean endRebuild(SaleId sale, int epoch, Operator by);

    /**
     * Some of many.
     *
     * @param items in the order of the book
     * @param next where to go on; empty if this was the last page
     */
    record Page<T>(List<T> items, Optional<String> next) {

        /** Copies the list. */
        public Page {
            items = List.copyOf(items);
        }
    }
}
