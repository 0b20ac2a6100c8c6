package io.seckill.memory;

import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lock among the threads of one JVM; other JVMs do not see it. Memory is fixed: names share a number of stripes, so two names may
 * exclude each other, and one thread must not hold two names at once unless it can live without the second. Not re-entrant.
 *
 * @since 0.1
 */
public final class InMemoryStripedLock implements DistributedLock {

    private static final int STRIPES = 1024;

    private final Stripe[] stripes = Stream.generate(Stripe::new).limit(STRIPES).toArray(Stripe[]::new);

    @Override
    public Optional<Lease> tryLock(LockRequest request) throws InterruptedException {
        int hash = request.name().hashCode();
        Stripe stripe = stripes[Math.floorMod(hash ^ hash >>> 16, STRIPES)];
        return stripe.tryTake(request.maxWait().toNanos(), request.lease());
    }

    /** One lock, with at most one lease that counts. */
    private static final class Stripe {

        private final ReentrantLock mutex = new ReentrantLock();
        private final Condition freed = mutex.newCondition();
        private volatile @Nullable StripeLease holder;
        private long lastToken;

        Optional<Lease> tryTake(long waitNanos, Optional<Duration> time) throws InterruptedException {
            long end = System.nanoTime() + waitNanos;
            mutex.lockInterruptibly();
            try {
                StripeLease current = holder;
                while (current != null && current.isHeld()) {
                    long left = end - System.nanoTime();
                    if (left <= 0) {
                        return Optional.empty();
                    }
                    freed.awaitNanos(Math.min(left, current.nanosLeft()));
                    current = holder;
                }
                StripeLease next = new StripeLease(this, ++lastToken, time);
                holder = next;
                return Optional.of(next);
            } finally {
                mutex.unlock();
            }
        }

        void giveBack(StripeLease lease) {
            mutex.lock();
            try {
                if (holder == lease) {
                    holder = null;
                    freed.signalAll(); // who loses the race must see how long the winner's lease is
                }
            } finally {
                mutex.unlock();
            }
        }
    }

    private static final class StripeLease implements Lease {

        private final Stripe stripe;
        private final long token;
        private final boolean ends;
        private final long end;

        StripeLease(Stripe stripe, long token, Optional<Duration> time) {
            this.stripe = stripe;
            this.token = token;
            this.ends = time.isPresent();
            this.end = System.nanoTime() + time.orElse(Duration.ZERO).toNanos();
        }

        long nanosLeft() {
            return ends ? end - System.nanoTime() : Long.MAX_VALUE;
        }

        @Override
        public OptionalLong fencingToken() {
            return OptionalLong.of(token);
        }

        @Override
        public boolean isHeld() {
            return stripe.holder == this && nanosLeft() > 0;
        }

        @Override
        public void close() {
            stripe.giveBack(this);
        }
    }
}
