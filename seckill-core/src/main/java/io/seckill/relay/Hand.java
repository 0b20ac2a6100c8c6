package io.seckill.relay;

import io.seckill.internal.Trouble;
import io.seckill.relay.RelayStatus.Part;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;

/** The parcels one worker has, from taking to settling or giving back. Used by that worker, but for {@link #parcels} and {@link #size}. */
final class Hand {

    private final Outbox outbox;
    private final RelayHealth health;
    private final AtomicIntegerArray held;
    private final ReentrantLock keeping;
    private final Logger log;
    private final Set<ParcelInWork> all = ConcurrentHashMap.newKeySet();
    private final Set<ParcelInWork> finished = new LinkedHashSet<>();
    private final Pauses pauses;

    Hand(Crew crew) {
        this.outbox = crew.outbox;
        this.health = crew.health;
        this.held = crew.held;
        this.keeping = crew.keeping;
        this.log = crew.log;
        this.pauses = new Pauses(crew.schedule.partitions(), crew.config);
    }

    int size() {
        return all.size();
    }

    Stream<Parcel> parcels() {
        return all.stream().map(ParcelInWork::now);
    }

    List<Task> accept(Parcel parcel) {
        ParcelInWork inWork = new ParcelInWork(parcel);
        all.add(inWork);
        held.incrementAndGet(parcel.partition());
        finish(inWork);
        return inWork.tasks();
    }

    void done(Task task) {
        task.parcel.done();
        finish(task.parcel);
    }

    void dead(Task task, DeadLetter letter) {
        task.parcel.dead(letter);
        finish(task.parcel);
    }

    private void finish(ParcelInWork parcel) {
        if (parcel.finished()) {
            finished.add(parcel);
        }
    }

    /**
     * Settles what is finished, except in partitions where that failed a moment ago. What fails stays finished, for the next time.
     */
    void settle() {
        if (!finished.isEmpty()) {
            byPartition(finished).forEach((partition, parcels) -> {
                if (pauses.over(partition)) {
                    settle(partition, parcels);
                }
            });
        }
    }

    private void settle(int partition, List<ParcelInWork> parcels) {
        try {
            List<ParcelInWork> clean =
                    parcels.stream().filter(parcel -> parcel.dead().isEmpty()).toList();
            if (!clean.isEmpty()) {
                outbox.settle(clean.stream().map(ParcelInWork::now).toList());
                clean.forEach(this::forget);
            }
            for (ParcelInWork parcel : parcels) {
                if (!parcel.dead().isEmpty()) {
                    outbox.settle(parcel.now(), parcel.dead());
                    forget(parcel);
                }
            }
        } catch (Throwable e) {
            pauses.failed(partition);
            health.failed(Part.OUTBOX, this, partition, e);
            return;
        }
        settles(partition);
    }

    /** Whether parcels of this partition could not be settled; then no more should be taken. */
    boolean failsToSettle(int partition) {
        return pauses.fails(partition);
    }

    /** Nanoseconds until something that could not be settled is tried again, or {@link Long#MAX_VALUE} if there is nothing. */
    long nanosToNext() {
        return pauses.nanosToNext();
    }

    private void settles(int partition) {
        pauses.worked(partition);
        health.worked(Part.OUTBOX, this, partition);
    }

    /** Settles what is finished and gives the rest back; whatever fails is taken over later. Throws nothing. */
    void giveBack() {
        Thread.interrupted(); // the interrupt was meant for the sink; giving back needs the outbox
        keeping.lock();
        try {
            settle();
            byPartition(all).forEach((partition, parcels) -> {
                handBack(parcels);
                settles(partition); // or somebody else does: these are no longer ours
            });
        } finally {
            List.copyOf(all).forEach(this::forget);
            keeping.unlock();
        }
    }

    private void handBack(List<ParcelInWork> parcels) {
        try {
            outbox.handBack(parcels.stream().map(ParcelInWork::now).toList());
        } catch (Throwable e) {
            log.warn(
                    "Could not hand back {} parcels; they are taken over later: {}",
                    parcels.size(),
                    Trouble.reason(e),
                    Trouble.trace(e, log));
        }
    }

    private static Map<Integer, List<ParcelInWork>> byPartition(Set<ParcelInWork> parcels) {
        return parcels.stream().collect(Collectors.groupingBy(ParcelInWork::partition));
    }

    private void forget(ParcelInWork parcel) {
        finished.remove(parcel);
        all.remove(parcel);
        held.decrementAndGet(parcel.partition());
    }
}
