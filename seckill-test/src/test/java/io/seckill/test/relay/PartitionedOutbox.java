package io.seckill.test.relay;

import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.spi.Outbox;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Two in-memory outboxes as partitions; in each, taking, settling and keeping can be made to fail. */
final class PartitionedOutbox implements Outbox {

    /** What can fail. */
    enum Step {
        TAKE,
        SETTLE,
        KEEP
    }

    record Fault(Step step, int partition) {}

    final Set<Fault> faults = ConcurrentHashMap.newKeySet();
    final AtomicInteger failures = new AtomicInteger();
    final AtomicIntegerArray kept = new AtomicIntegerArray(2);
    private final List<InMemoryOutbox> outboxes;

    PartitionedOutbox(Duration takeOver) {
        outboxes = IntStream.range(0, 2)
                .mapToObj(i -> new InMemoryOutbox(1_000, takeOver))
                .toList();
    }

    InMemoryOutbox partition(int partition) {
        return outboxes.get(partition);
    }

    private void mayFail(Step step, int partition) {
        if (faults.contains(new Fault(step, partition))) {
            failures.incrementAndGet();
            throw SeckillUnavailableException.outcomeUnknown(step + " in " + partition + " got no answer", null);
        }
    }

    @Override
    public int partitions() {
        return outboxes.size();
    }

    @Override
    public Duration takeOverTime() {
        return outboxes.get(0).takeOverTime();
    }

    @Override
    public void append(SaleId sale, List<Reservation> reservations) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Parcel> take(int partition, int reservations) {
        mayFail(Step.TAKE, partition);
        return outboxes.get(partition).take(0, reservations).stream()
                .map(parcel -> new Parcel(partition, parcel.id(), parcel.attempts(), parcel.reservations()))
                .toList();
    }

    @Override
    public void settle(Parcel parcel, List<DeadLetter> dead) {
        mayFail(Step.SETTLE, parcel.partition());
        outboxes.get(parcel.partition()).settle(parcel, dead);
    }

    @Override
    public void keep(List<Parcel> parcels) {
        for (Parcel parcel : parcels) {
            mayFail(Step.KEEP, parcel.partition());
            outboxes.get(parcel.partition()).keep(List.of(parcel));
            kept.incrementAndGet(parcel.partition());
        }
    }

    @Override
    public void handBack(List<Parcel> parcels) {
        parcels.forEach(parcel -> outboxes.get(parcel.partition()).handBack(List.of(parcel)));
    }

    @Override
    public boolean holds(SaleId sale) {
        return outboxes.stream().anyMatch(outbox -> outbox.holds(sale));
    }

    @Override
    public Backlog backlog(int partition) {
        return outboxes.get(partition).backlog(0);
    }

    @Override
    public Subscription onArrival(IntConsumer listener) {
        return () -> {};
    }
}
