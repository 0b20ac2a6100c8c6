package io.seckill.lab.stage;

import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Counts how often a lock is given to somebody while another one in this JVM still works under it, whatever the lock itself believes. */
final class WatchedLock implements DistributedLock {

    private final DistributedLock lock;
    private final Map<String, Integer> holders = new ConcurrentHashMap<>();
    private final LongAdder overlaps = new LongAdder();

    WatchedLock(DistributedLock lock) {
        this.lock = lock;
    }

    long overlaps() {
        return overlaps.sum();
    }

    @Override
    public Optional<Lease> tryLock(LockRequest request) throws InterruptedException {
        return lock.tryLock(request).map(lease -> {
            if (holders.merge(request.name(), 1, Integer::sum) > 1) {
                overlaps.increment();
            }
            return new WatchedLease(request.name(), lease);
        });
    }

    private final class WatchedLease implements Lease {

        private final String name;
        private final Lease lease;
        private final AtomicBoolean closed = new AtomicBoolean();

        WatchedLease(String name, Lease lease) {
            this.name = name;
            this.lease = lease;
        }

        @Override
        public OptionalLong fencingToken() {
            return lease.fencingToken();
        }

        @Override
        public boolean isHeld() {
            return lease.isHeld();
        }

        @Override
        public void close() {
            if (closed.compareAndSet(
                    false, true)) { // counted out first: the next holder may be there before close returns
                holders.computeIfPresent(name, (each, count) -> count == 1 ? null : count - 1);
            }
            lease.close();
        }
    }
}
