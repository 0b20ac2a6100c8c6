package io.seckill.engine;

import io.seckill.PurchaseResult;
import io.seckill.Reservation;
import io.seckill.SeckillUnavailableException;
import java.util.concurrent.CompletableFuture;

/** A purchase whose caller holds a future. Cancelling the future withdraws it while it is queued. */
final class AsyncPurchase extends Pending {

    final CompletableFuture<PurchaseResult> future = new CompletableFuture<>();

    AsyncPurchase(Reservation wanted, long deadline) {
        super(wanted, deadline);
    }

    @Override
    boolean markSent() {
        return !future.isDone() && super.markSent();
    }

    @Override
    void announce() {
        Object outcome = outcome();
        if (outcome instanceof SeckillUnavailableException failure) {
            future.completeExceptionally(failure);
        } else {
            future.complete((PurchaseResult) outcome);
        }
    }

    @Override
    boolean runsForeignCode() {
        return true;
    }
}
