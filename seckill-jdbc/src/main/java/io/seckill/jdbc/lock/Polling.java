package io.seckill.jdbc.lock;

import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Waits for a lock by asking again, at first after some milliseconds, soon every 100 to 200. However many threads of this JVM wait for a
 * name, one of them asks, and the others stand in line behind it.
 */
final class Polling {

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final ConcurrentHashMap<String, Line> lines = new ConcurrentHashMap<>();

    /** One question. */
    @FunctionalInterface
    interface Attempt {
        Optional<Lease> take() throws InterruptedException;
    }

    Optional<Lease> take(LockRequest request, Attempt attempt) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (request.maxWait().isZero()) {
            return attempt.take();
        }
        long wait = request.maxWait().toNanos();
        long end = System.nanoTime() + wait;
        Line line = join(request.name());
        try {
            if (!line.head.tryAcquire(wait, TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
            try {
                return askUntil(end, attempt);
            } finally {
                line.head.release();
            }
        } finally {
            leave(request.name());
        }
    }

    private static Optional<Lease> askUntil(long end, Attempt attempt) throws InterruptedException {
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            Optional<Lease> lease = attempt.take();
            long left = end - System.nanoTime();
            if (lease.isPresent() || left <= 0) {
                return lease;
            }
            long jittered = ThreadLocalRandom.current().nextLong(pause / 2, pause);
            TimeUnit.NANOSECONDS.sleep(Math.min(left, jittered));
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
    }

    private Line join(String name) {
        return lines.compute(name, (key, line) -> {
            Line joined = line == null ? new Line() : line;
            joined.threads++;
            return joined;
        });
    }

    private void leave(String name) {
        lines.computeIfPresent(name, (key, line) -> --line.threads == 0 ? null : line);
    }

    private static final class Line {

        private final Semaphore head = new Semaphore(1, true);

        /** Changed by the map's own atomic steps only. */
        private int threads;
    }
}
