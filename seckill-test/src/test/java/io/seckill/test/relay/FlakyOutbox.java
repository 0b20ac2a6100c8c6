package io.seckill.test.relay;

import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.Outbox;
import io.seckill.spi.Subscription;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Fails the first takes and the first settles, as many of each as told. */
final class FlakyOutbox implements Outbox {

    final AtomicInteger failingTakes;
    final AtomicInteger failingSettles;
    /** Thrown by the next handing back, which then does nothing. */
    volatile @Nullable Error handBackError;

    private final Outbox outbox;

    FlakyOutbox(Outbox outbox, int failures) {
        this.outbox = outbox;
        this.failingTakes = new AtomicInteger(failures);
        this.failingSettles = new AtomicInteger(failures);
    }

    private static void mayFail(AtomicInteger failuresLeft) {
        if (failuresLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw SeckillUnavailableException.outcomeUnknown("no answer", null);
        }
    }

    @Override
    public int partitions() {
        return outbox.partitions();
    }

    @Override
    public void append(SaleId sale, List<Reservation> reservations) {
        outbox.append(sale, reservations);
    }

    @Override
    public List<Parcel> take(int partition, int reservations) {
        mayFail(failingTakes);
        return outbox.take(partition, reservations);
    }

    @Override
    public void settle(Parcel parcel, List<DeadLetter> dead) {
        mayFail(failingSettles);
        outbox.settle(parcel, dead);
    }

    @Override
    public void settle(List<Parcel> parcels) {
        mayFail(failingSettles);
        outbox.settle(parcels);
    }

    @Override
    public void keep(List<Parcel> parcels) {
        outbox.keep(parcels);
    }

    @Override
    public void handBack(List<Parcel> parcels) {
        Error error = handBackError;
        if (error != null) {
            handBackError = null;
            throw error;
        }
        outbox.handBack(parcels);
    }

    @Override
    public boolean holds(SaleId sale) {
        return outbox.holds(sale);
    }

    @Override
    public Backlog backlog(int partition) {
        return outbox.backlog(partition);
    }

    @Override
    public Subscription onArrival(IntConsumer listener) {
        return outbox.onArrival(listener);
    }
}
