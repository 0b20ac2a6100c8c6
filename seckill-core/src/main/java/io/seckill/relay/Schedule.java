package io.seckill.relay;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;

/**
 * Which partitions are to be looked at now: those that were signalled, those that gave something last time, and each one after a while.
 * Shared by the workers, so that together they ask a quiet partition once per idle poll.
 */
final class Schedule {

    /** An arrival is signalled only into an empty partition; one in which a parcel lies must be looked at more often. */
    private static final long BUSY_POLL_NANOS = 50_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private final long start = System.nanoTime();
    private final RelayConfig config;
    private final long[] due;
    private final int[] failures;
    private final long idlePollNanos;
    private final long busyPollNanos;
    private final IntPredicate busy;
    private int cursor;
    private boolean ended;

    Schedule(int partitions, RelayConfig config, IntPredicate busy) {
        this.config = config;
        this.due = new long[partitions];
        this.failures = new int[partitions];
        this.idlePollNanos = config.idlePoll().toNanos();
        this.busyPollNanos = Math.min(BUSY_POLL_NANOS, idlePollNanos);
        this.busy = busy;
    }

    int partitions() {
        return due.length;
    }

    /** Claims a partition that is due, -1 if none is. */
    int next() {
        lock.lock();
        try {
            long now = now();
            for (int i = 0; i < due.length; i++) {
                int partition = (cursor + i) % due.length;
                if (due[partition] <= now) {
                    cursor = partition + 1;
                    due[partition] = now + (busy.test(partition) ? busyPollNanos : idlePollNanos);
                    return partition;
                }
            }
            return -1;
        } finally {
            lock.unlock();
        }
    }

    /** A partition could not be looked at: it is due after a pause, a longer one each time. */
    void failed(int partition) {
        lock.lock();
        try {
            due[partition] = now() + config.pauseNanos(++failures[partition]);
        } finally {
            lock.unlock();
        }
    }

    void worked(int partition) {
        lock.lock();
        try {
            failures[partition] = 0;
        } finally {
            lock.unlock();
        }
    }

    /** Makes a partition due at once and wakes a worker. */
    void signal(int partition) {
        if (partition < 0 || partition >= due.length) {
            return;
        }
        lock.lock();
        try {
            due[partition] = now();
            woken.signal();
        } finally {
            lock.unlock();
        }
    }

    void signalAll() {
        for (int partition = 0; partition < due.length; partition++) {
            signal(partition);
        }
    }

    /** Waits until a partition is due, so long at most. Returns at once after {@link #end()}. */
    void await(long maxNanos) throws InterruptedException {
        lock.lock();
        try {
            long left = Math.min(maxNanos, nanosToNext());
            while (left > 0 && !ended) {
                left = Math.min(woken.awaitNanos(left), nanosToNext());
            }
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            ended = true;
            woken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private long nanosToNext() {
        long next = Long.MAX_VALUE;
        for (long each : due) {
            next = Math.min(next, each);
        }
        return next - now();
    }

    private long now() {
        return System.nanoTime() - start;
    }
}
