package io.seckill;

import java.util.List;
import java.util.Optional;

/**
 * Decides about accepted purchases that could not be delivered to the order sink. Thread-safe, on any node; every decision may be repeated,
 * and is noted with its sale.
 *
 * <p>Each method throws {@link SeckillUnavailableException} if a backend gave no usable answer; calling it again settles it, except for a
 * refusal where there is no ledger: then the error log names what is still held.
 *
 * @since 0.1
 */
public interface DeadLetters {

    /** What became of a dead letter. */
    enum Outcome {
        /** It is as asked for. */
        DONE,
        /** The ledger has its order: nothing was refused, and the dead letter is gone. */
        STORED,
        /** There is no such dead letter any more, or it holds no reservation to retry. */
        UNKNOWN
    }

    /**
     * Returns dead letters, oldest first in each partition.
     *
     * @param limit how many at most, at least 1
     */
    List<DeadLetter> list(int limit);

    /** Returns the dead letter of this id; empty if it is gone, or never was. */
    Optional<DeadLetter> find(String id);

    /** Puts a dead letter back on its way to the order sink, with all its attempts before it. */
    Outcome retry(String id, Operator by);

    /** Puts every dead letter of this moment back on its way, and returns how many this call did. */
    int retryAll(Operator by);

    /**
     * Gives a dead letter up: it never becomes an order, and its stock goes back. One without a reservation is just removed.
     *
     * @param reason told to the buyer, such as {@link ReleaseReason#NOT_DELIVERED}
     */
    Outcome refuse(String id, ReleaseReason reason, Operator by);
}
