package io.seckill.test.order;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SoldCount;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes every order it is told of, as often as it is told, or is out of order. */
final class TellingGate implements AdmissionGate, SoldCount {

    final List<Reservation> released = new CopyOnWriteArrayList<>();
    final List<ReleaseReason> reasons = new CopyOnWriteArrayList<>();
    final List<Reservation> sold = new CopyOnWriteArrayList<>();
    volatile boolean down;
    volatile boolean silent;

    @Override
    public CompletionStage<Integer> release(SaleId sale, List<Reservation> reservations, ReleaseReason reason) {
        return answer(() -> {
            released.addAll(reservations);
            reasons.add(reason);
        });
    }

    @Override
    public CompletionStage<Integer> countSold(SaleId sale, List<Reservation> paid) {
        return answer(() -> sold.addAll(paid));
    }

    private CompletionStage<Integer> answer(Runnable note) {
        if (down) {
            return CompletableFuture.failedFuture(new IllegalStateException("gate is down"));
        }
        if (silent) {
            return new CompletableFuture<>();
        }
        note.run();
        return CompletableFuture.completedFuture(1);
    }

    @Override
    public CompletionStage<List<PurchaseResult>> admit(SaleId sale, List<Reservation> wanted) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<List<Holding>> holdings(SaleId sale, BuyerId buyer) {
        throw new UnsupportedOperationException();
    }
}
