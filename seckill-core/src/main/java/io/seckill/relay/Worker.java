package io.seckill.relay;

import io.seckill.relay.Courier.Verdict;
import io.seckill.relay.RelayStatus.Part;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SeckillMetrics.DeliveryOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * One thread of a relay: in rounds it tries again what is due, then takes and delivers new parcels, then settles what is finished.
 *
 * <p>A parcel belongs to one worker until it is settled. Whatever is thrown ends the round, never the worker: every reservation is then
 * still in one of its queues, or its parcel is taken over later.
 */
final class Worker implements Runnable {

    /** New parcels are taken only while fewer batches than this wait to be tried again. */
    private static final int WAITING_BATCHES = 16;

    private final RelayConfig config;
    private final Outbox outbox;
    private final Courier courier;
    private final Releases releases;
    private final SeckillMetrics metrics;
    private final RelayHealth health;
    private final Schedule schedule;
    private final CountDownLatch stopping;
    private final Logger log;
    private final AtomicIntegerArray held;

    private final Set<ParcelInWork> mine = ConcurrentHashMap.newKeySet();
    private final Deque<Task> ready = new ArrayDeque<>();
    private final WaitingRoom waiting = new WaitingRoom();
    private final Set<ParcelInWork> finished = new LinkedHashSet<>();
    private int failedRounds;

    Worker(Crew crew) {
        this.config = crew.config;
        this.outbox = crew.outbox;
        this.courier = crew.courier;
        this.releases = crew.releases;
        this.metrics = crew.metrics;
        this.health = crew.health;
        this.schedule = crew.schedule;
        this.stopping = crew.stopping;
        this.log = crew.log;
        this.held = crew.held;
    }

    int inWork() {
        return mine.size();
    }

    Stream<Parcel> parcels() {
        return mine.stream().map(ParcelInWork::now);
    }

    int waiting() {
        return waiting.size();
    }

    @Override
    public void run() {
        while (stopping.getCount() > 0) {
            try {
                round();
            } catch (InterruptedException e) {
                // only stopping interrupts; the loop's condition says so
            } catch (Throwable e) {
                health.failed(Part.OUTBOX, e);
                pause();
            }
        }
        handBack();
    }

    private void round() throws InterruptedException {
        settle();
        List<Task> again = waiting.due(config.batch());
        Verdict verdict = work(again);
        List<Task> fresh = List.of();
        if (verdict != Verdict.IS_DOWN && stopping.getCount() > 0) {
            fill();
            fresh = nextReady();
            verdict = fresh.isEmpty() ? verdict : work(fresh);
        }
        settle();
        if (verdict != Verdict.WORKS) {
            pause();
            return;
        }
        failedRounds = 0;
        if (again.isEmpty() && fresh.isEmpty()) {
            schedule.await(waiting.nanosToNext());
        }
    }

    /** Takes from each partition that is due, until there is a batch. */
    private void fill() {
        BitSet more = new BitSet();
        try {
            for (int i = 0; i < schedule.partitions() && hasRoom(); i++) {
                int partition = schedule.next();
                if (partition < 0) {
                    break;
                }
                more.set(partition); // also if taking fails: then it is tried again after the pause
                List<Parcel> parcels = outbox.take(partition, config.batch() - ready.size());
                more.set(partition, !parcels.isEmpty());
                parcels.forEach(this::accept);
                health.worked(Part.OUTBOX);
            }
        } finally {
            more.stream().forEach(schedule::signal);
        }
    }

    private boolean hasRoom() {
        return ready.size() < config.batch() && waiting.size() < WAITING_BATCHES * config.batch();
    }

    private void accept(Parcel parcel) {
        ParcelInWork inWork = new ParcelInWork(parcel);
        mine.add(inWork);
        held.incrementAndGet(parcel.partition());
        ready.addAll(inWork.tasks());
        if (inWork.finished()) {
            finished.add(inWork);
        }
    }

    private List<Task> nextReady() {
        List<Task> batch = new ArrayList<>();
        while (batch.size() < config.batch() && !ready.isEmpty()) {
            batch.add(ready.remove());
        }
        return batch;
    }

    private Verdict work(List<Task> batch) {
        List<Task> open = new ArrayList<>(batch.size());
        List<Task> rest = new ArrayList<>();
        for (Task task : batch) {
            (task.state() == Task.State.OPEN ? open : rest).add(task);
        }
        Verdict verdict = open.isEmpty() ? Verdict.WORKS : courier.deliver(open);
        List<Task> refused = new ArrayList<>(rest);
        for (Task task : open) {
            switch (task.state()) {
                case STORED -> done(task);
                case REFUSED -> refused.add(task);
                case OPEN -> again(task);
            }
        }
        Set<Task> released = releases.release(refused);
        for (Task task : refused) {
            if (released.contains(task)) {
                done(task);
            } else {
                waiting.add(task, config.pauseNanos(task.releaseFailed()));
            }
        }
        return verdict;
    }

    private void again(Task task) {
        if (task.failures() < config.maxAttempts()) {
            waiting.add(task, config.pauseNanos(Math.max(task.failures(), failedRounds + 1)));
            return;
        }
        Outbox.DeadLetter letter = task.deadLetter();
        log.error(
                "Gave up order {} of buyer {} in sale {} after {} attempts; its stock stays held. Last error: {}",
                task.reservation.order(),
                task.reservation.buyer(),
                task.reservation.sale(),
                letter.attempts(),
                letter.lastError());
        metrics.delivered(DeliveryOutcome.DEAD, 1);
        task.parcel.dead(letter);
        finish(task.parcel);
    }

    private void done(Task task) {
        task.parcel.done();
        finish(task.parcel);
    }

    private void finish(ParcelInWork parcel) {
        if (parcel.finished()) {
            finished.add(parcel);
        }
    }

    private void settle() {
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

    private void forget(ParcelInWork parcel) {
        finished.remove(parcel);
        mine.remove(parcel);
        held.decrementAndGet(parcel.partition());
    }

    private void pause() {
        failedRounds++;
        try {
            stopping.await(config.pauseNanos(failedRounds), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // only stopping interrupts
        }
    }

    private void handBack() {
        Thread.interrupted(); // the interrupt was meant for the sink; handing back needs the outbox
        try {
            settle();
            outbox.handBack(parcels().toList());
        } catch (RuntimeException e) {
            log.warn("Could not hand back {} parcels; they are taken over later", mine.size(), e);
        }
        mine.clear();
        waiting.clear();
    }
}
