package io.seckill.engine;

import io.seckill.PurchaseResult;
import io.seckill.Reservation;
import io.seckill.SeckillUnavailableException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One purchase on its way: queued, then sent, then settled. The last step happens exactly once, whoever comes first: the gate's answer,
 * the deadline, an interrupt or the shutdown.
 */
abstract class Pending {

    private static final Object SENT = new Object();

    private static final AtomicReferenceFieldUpdater<Pending, @Nullable Object> STATE =
            AtomicReferenceFieldUpdater.newUpdater(Pending.class, Object.class, "state");

    final Reservation wanted;
    private final long deadline;

    /** Null while queued, {@link #SENT}, then a {@link PurchaseResult} or a {@link SeckillUnavailableException}. */
    private volatile @Nullable Object state;

    Pending(Reservation wanted, long deadline) {
        this.wanted = wanted;
        this.deadline = deadline;
    }

    /** Tells the caller that {@link #outcome()} is there. Called once. */
    abstract void announce();

    /** Whether announcing may run the caller's code, which must not happen on an I/O thread. */
    abstract boolean runsForeignCode();

    /** Claims this purchase for a gate call; false if it was withdrawn or has expired. */
    boolean markSent() {
        return STATE.compareAndSet(this, null, SENT);
    }

    /** Settles it unless it is settled; the one who does must announce it. */
    boolean settle(Object outcome) {
        Objects.requireNonNull(outcome, "outcome");
        while (true) {
            Object now = state;
            if (isOutcome(now)) {
                return false;
            }
            if (STATE.compareAndSet(this, now, outcome)) {
                return true;
            }
        }
    }

    /** Settles it without an answer; the outcome is known if it was not sent. */
    boolean giveUp(String why) {
        return !isSettled() && (withdraw(why) || settle(failure(why + " without an answer", false)));
    }

    private boolean withdraw(String why) {
        return state == null && STATE.compareAndSet(this, null, failure(why + " before it was sent", true));
    }

    private SeckillUnavailableException failure(String message, boolean known) {
        return (known
                        ? SeckillUnavailableException.nothingChanged(message, null)
                        : SeckillUnavailableException.outcomeUnknown(message, null))
                .forOrder(wanted.order());
    }

    long nanosLeft(long now) {
        return deadline - now;
    }

    boolean isSettled() {
        return isOutcome(state);
    }

    /** The outcome, null while it is open. */
    @Nullable
    Object outcome() {
        Object now = state;
        return isOutcome(now) ? now : null;
    }

    private static boolean isOutcome(@Nullable Object state) {
        return state != null && state != SENT;
    }
}
