package io.seckill.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Remembers for a short time that a sale has nothing left, so that a node can say so without asking. Opened by an announcement that
 * stock came back, and when its time is over, since an announcement may be lost. Whoever asks only reads a field; looking at the clock is
 * left to {@link #openIfOverBefore(long)}.
 */
final class SoldOutLatch {

    private final long memoryNanos;
    private final AtomicLong announcements = new AtomicLong();
    private volatile boolean closed;
    private volatile long until;

    SoldOutLatch(long memoryNanos) {
        this.memoryNanos = memoryNanos;
    }

    boolean isClosed() {
        return closed;
    }

    /** What to hand to {@link #close(long)}: announcements seen before the question was asked. */
    long announcements() {
        return announcements.get();
    }

    /** Closes, unless stock was announced since the question was asked: the answer may be older than the announcement. */
    void close(long announcementsBefore) {
        if (memoryNanos == 0 || announcements.get() != announcementsBefore) {
            return;
        }
        until = System.nanoTime() + memoryNanos;
        closed = true;
        if (announcements.get() != announcementsBefore) {
            closed = false;
        }
    }

    /** Opens if its time will be over by then; to be called now and then, with the instant of the next call. */
    void openIfOverBefore(long instant) {
        if (closed && instant - until >= 0) {
            closed = false;
        }
    }

    void open() {
        announcements.incrementAndGet();
        closed = false;
    }
}
