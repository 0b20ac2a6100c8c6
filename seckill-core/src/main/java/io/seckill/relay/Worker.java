package io.seckill.relay;

import io.seckill.event.Events;
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
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * One thread of a relay: in rounds it tries again what is due, then takes and delivers new parcels, then settles what is finished.
 *
 * <p>A parcel belongs to one worker until it is settled. Whatever is thrown ends the round, never the worker: its parcels are then still
 * in its queues, or are handed back.
 */
final class Worker implements Runnable {

    /** New parcels are taken only while fewer batches than this wait to be tried again. */
    private static final int WAITING_BATCHES = 16;

    private final RelayConfig config;
    private final Outbox outbox;
    private final Courier courier;
    private final Releases releases;
    private final SeckillMetrics metrics;
    private final Events events;
    private final RelayHealth health;
    private final Schedule schedule;
    private final CountDownLatch stopping;
    private final Logger log;

    private final Hand hand;
    private final Deque<Task> ready = new ArrayDeque<>();
    private final WaitingRoom waiting = new WaitingRoom();
    private int failedRounds;

    Worker(Crew crew) {
        this.config = crew.config;
        this.outbox = crew.outbox;
        this.courier = crew.courier;
        this.releases = crew.releases;
        this.metrics = crew.metrics;
        this.events = crew.events;
        this.health = crew.health;
        this.schedule = crew.schedule;
        this.stopping = crew.stopping;
        this.log = crew.log;
        this.hand = new Hand(crew);
    }

    /** What this worker has; to be asked its size and its parcels by any thread. */
    Hand hand() {
        return hand;
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
                recover(e);
                pause();
            }
        }
        handBack();
    }

    /** Something broke in the middle, so what is in the queues cannot be trusted. */
    private void recover(Throwable error) {
        try {
            handBack();
            health.failed(Part.OUTBOX, this, 0, error);
        } catch (Throwable e) {
            // such as no memory: there is nothing left to try but the next round
        }
    }

    private void round() throws InterruptedException {
        hand.settle();
        List<Task> again = waiting.due(config.batch());
        Verdict verdict = work(again);
        List<Task> fresh = List.of();
        if (verdict != Verdict.IS_DOWN && stopping.getCount() > 0) {
            fill();
            fresh = nextReady();
            verdict = fresh.isEmpty() ? verdict : work(fresh);
        }
        hand.settle();
        health.worked(Part.OUTBOX, this, 0);
        if (verdict != Verdict.WORKS) {
            pause();
            return;
        }
        failedRounds = 0;
        if (!again.isEmpty() || !fresh.isEmpty()) {
            return;
        }
        long next = Math.min(waiting.nanosToNext(), hand.nanosToNext());
        if (hasRoom()) {
            schedule.await(next);
        } else {
            stopping.await(next, TimeUnit.NANOSECONDS);
        }
    }

    /** Takes from each partition that is due, until there is a batch or one fails: what there is must not wait for the next failure. */
    private void fill() {
        BitSet more = new BitSet();
        for (int i = 0; i < schedule.partitions() && hasRoom(); i++) {
            int partition = schedule.next();
            if (partition < 0) {
                break;
            }
            if (hand.failsToSettle(partition)) {
                continue;
            }
            List<Parcel> parcels;
            try {
                parcels = outbox.take(partition, config.batch() - ready.size());
            } catch (Throwable e) {
                schedule.failed(partition);
                health.failed(Part.OUTBOX, schedule, partition, e);
                break;
            }
            schedule.worked(partition);
            health.worked(Part.OUTBOX, schedule, partition);
            more.set(partition, !parcels.isEmpty());
            parcels.forEach(parcel -> ready.addAll(hand.accept(parcel)));
        }
        more.stream().forEach(schedule::signal);
    }

    private boolean hasRoom() {
        return ready.size() < config.batch() && waiting.size() < WAITING_BATCHES * config.batch();
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
                case STORED -> hand.done(task);
                case REFUSED -> refused.add(task);
                case OPEN -> again(task);
            }
        }
        Set<Task> released = releases.release(refused);
        for (Task task : refused) {
            if (released.contains(task)) {
                hand.done(task);
            } else {
                waiting.add(task, config.pauseNanos(task.releaseFailed()));
            }
        }
        return verdict;
    }

    private void again(Task task) {
        if (task.failures() < config.maxAttempts() || !task.failedHere()) {
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
        events.tell(listener -> listener.deadLettered(task.reservation, letter.lastError()));
        hand.dead(task, letter);
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
        hand.giveBack();
        ready.clear();
        waiting.clear();
    }
}
