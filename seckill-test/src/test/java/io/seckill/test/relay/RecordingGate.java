package io.seckill.test.relay;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.AdmissionGate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Releases into a map, or fails as often as told. */
final class RecordingGate implements AdmissionGate {

    final Map<Reservation, ReleaseReason> released = new ConcurrentHashMap<>();
    final AtomicInteger failuresLeft = new AtomicInteger();

    @Override
    public CompletionStage<Integer> release(SaleId sale, List<Reservation> reservations, ReleaseReason reason) {
        if (failuresLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return CompletableFuture.failedFuture(new IllegalStateException("gate is down"));
        }
        reservations.forEach(reservation -> released.put(reservation, reason));
        return CompletableFuture.completedFuture(reservations.size());
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
