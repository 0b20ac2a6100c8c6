package io.seckill.relay;

import io.seckill.relay.RelayStatus.Part;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
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

    Hand(Crew crew) {
        this.outbox = crew.outbox;
        this.health = crew.health;
        this.held = crew.held;
        this.keeping = crew.keeping;
        this.log = crew.log;
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

    /** Settles what is finished. What fails stays finished, for the next time. */
    void settle() {
        if (finished.isEmpty()) {
            return;
        }
        List<ParcelInWork> clean =
                finished.stream().filter(parcel -> parcel.dead().isEmpty()).toList();
        if (!clean.isEmpty()) {
            outbox.settle(clean.stream().map(ParcelInWork::now).toList());
            clean.forEach(this::forget);
        }
        for (ParcelInWork parcel : List.copyOf(finished)) {
            outbox.settle(parcel.now(), parcel.dead());
            forget(parcel);
        }
        health.worked(Part.OUTBOX);
    }

    /** Settles what is finished and gives the rest back; whatever fails is taken over later. */
    void giveBack() {
        Thread.interrupted(); // the interrupt was meant for the sink; giving back needs the outbox
        keeping.lock();
        try {
            settle();
            outbox.handBack(parcels().toList());
        } catch (RuntimeException e) {
            log.warn("Could not hand back {} parcels; they are taken over later", size(), e);
        } finally {
            List.copyOf(all).forEach(this::forget);
            keeping.unlock();
        }
    }

    private void forget(ParcelInWork parcel) {
        finished.remove(parcel);
        all.remove(parcel);
        held.decrementAndGet(parcel.partition());
    }
}
