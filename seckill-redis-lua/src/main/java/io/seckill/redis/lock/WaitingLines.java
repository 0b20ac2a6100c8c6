package io.seckill.redis.lock;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The threads of this JVM that wait for locks, one line for each name, in the order they came. */
final class WaitingLines {

    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    /** Goes to the end of the line; whoever joins must {@link Line#leave() leave}. */
    Line join(String name) {
        return lines.compute(name, (key, line) -> (line == null ? new Line(key) : line).withOneMore());
    }

    /** Tells the first in line that the lock may be free. */
    void tell(String name) {
        Line line = lines.get(name);
        if (line != null) {
            line.news.release();
        }
    }

    final class Line {

        private final String name;
        private final Semaphore turn = new Semaphore(1, true);
        private final Semaphore news = new Semaphore(0);
        private int length; // changed within compute only

        private Line(String name) {
            this.name = name;
        }

        private Line withOneMore() {
            length++;
            return this;
        }

        private @Nullable Line withOneLess() {
            length--;
            return length == 0 ? null : this;
        }

        /** Returns whether the caller has become the first within this time; if so, it calls {@link #letNext()} later. */
        boolean reachFront(long nanos) throws InterruptedException {
            return turn.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        }

        void letNext() {
            turn.release();
        }

        /** Forgets what was told before Redis is asked. */
        void forgetNews() {
            news.drainPermits();
        }

        void awaitNews(long nanos) throws InterruptedException {
            news.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        }

        void leave() {
            lines.computeIfPresent(name, (key, line) -> line.withOneLess());
        }
    }
}
