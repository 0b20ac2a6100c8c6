package io.seckill.engine;

import io.seckill.PurchaseResult;
import io.seckill.Reservation;
import io.seckill.SeckillUnavailableException;
import java.util.concurrent.locks.LockSupport;

/** A purchase whose caller is parked until it is settled. */
final class BlockingPurchase extends Pending {

    private final Thread caller = Thread.currentThread();

    BlockingPurchase(Reservation wanted, long deadline) {
        super(wanted, deadline);
    }

    @Override
    void announce() {
        LockSupport.unpark(caller);
    }

    @Override
    boolean runsForeignCode() {
        return false;
    }

    /** Parks the caller until the outcome is there or the deadline has passed. */
    Object await(LaneContext context) {
        boolean interrupted = false;
        while (true) {
            Object outcome = outcome();
            if (outcome != null) {
                if (interrupted) {
                    caller.interrupt();
                }
                return outcome;
            }
            long left = nanosLeft(System.nanoTime());
            if (left <= 0) {
                context.giveUp(this, context.expired());
            } else if (Thread.interrupted()) {
                interrupted = true;
                context.giveUp(this, "the caller was interrupted");
            } else {
                LockSupport.parkNanos(this, left);
            }
        }
    }

    static PurchaseResult resultOf(Object outcome) {
        if (outcome instanceof SeckillUnavailableException failure) {
            throw failure;
        }
        return (PurchaseResult) outcome;
    }
}
