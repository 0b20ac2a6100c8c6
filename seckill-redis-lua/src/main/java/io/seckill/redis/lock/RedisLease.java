package io.seckill.redis.lock;

import io.seckill.spi.Lease;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease by its owner's name in Redis, with a clock of its own that started before Redis was asked. */
final class RedisLease implements Lease {

    private static final Logger log = LoggerFactory.getLogger(RedisLease.class);

    private final LockCalls calls;
    private final String name;
    private final String owner;
    private final long token;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile long end;
    private volatile @Nullable Future<?> renewal;

    /** @param end instant of {@link System#nanoTime()} */
    RedisLease(LockCalls calls, String name, String owner, long token, long end) {
        this.calls = calls;
        this.name = name;
        this.owner = owner;
        this.token = token;
        this.end = end;
    }

    /** Lets the lease last until it is closed or lost. */
    void renewEvery(Duration pause, Duration term, ScheduledExecutorService scheduler) {
        long nanos = pause.toNanos();
        renewal = scheduler.scheduleAtFixedRate(() -> renew(term), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private void renew(Duration term) {
        long sent = System.nanoTime();
        calls.renew(name, owner, term).whenComplete((kept, error) -> {
            if (!isHeld() || error == null && !kept) {
                lose();
            } else if (error == null) {
                end = sent + term.toNanos();
            } else {
                log.debug("Lock {} was not renewed; it is held until its term is over", name, error);
            }
        });
    }

    private void lose() {
        if (finish()) {
            log.warn("Lock {} was lost before its holder gave it back", name);
            calls.release(name, owner);
        }
    }

    /** Returns whether this ended the lease. */
    private boolean finish() {
        Future<?> running = renewal;
        if (running != null) {
            running.cancel(false);
        }
        return over.compareAndSet(false, true);
    }

    @Override
    public OptionalLong fencingToken() {
        return OptionalLong.of(token);
    }

    @Override
    public boolean isHeld() {
        return !over.get() && end - System.nanoTime() > 0;
    }

    @Override
    public void close() {
        if (finish()) {
            try {
                calls.release(name, owner).toCompletableFuture().join();
            } catch (RuntimeException e) {
                log.debug("Lock {} was not given back; it ends with its lease", name, e);
            }
        }
    }
}
