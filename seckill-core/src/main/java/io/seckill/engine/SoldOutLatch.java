package io.seckill.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Remembers for a short time that a sale has nothing left, so that a node can say so without asking. Opened by an announcement that
 * stock came back, and by itself when its time is over, since an announcement may be lost.
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
        return closed && System.nanoTime() - until < 0;
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

    void open() {
        announcements.incrementAndGet();
        closed = false;
    }
}
