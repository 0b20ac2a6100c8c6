package io.seckill.redis.redisson;

import io.seckill.spi.Lease;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.redisson.api.RLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease that Redisson knows by the thread that asked for it, whoever closes it. */
final class RedissonLease implements Lease {

    private static final Logger log = LoggerFactory.getLogger(RedissonLease.class);

    private final RLock lock;
    private final long thread;
    private final OptionalLong token;
    private final Optional<Long> end;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param end instant of {@link System#nanoTime()}; empty if it is renewed */
    RedissonLease(RLock lock, long thread, OptionalLong token, Optional<Long> end) {
        this.lock = lock;
        this.thread = thread;
        this.token = token;
        this.end = end;
    }

    @Override
    public OptionalLong fencingToken() {
        return token;
    }

    @Override
    public boolean isHeld() {
        return !closed.get() && !isOver();
    }

    private boolean isOver() {
        return end.filter(instant -> instant - System.nanoTime() <= 0).isPresent();
    }

    /** A lease that is over is not given back: to Redisson, the next one of the same thread looks the same. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true) && !isOver()) {
            try {
                lock.unlockAsync(thread).toCompletableFuture().join();
            } catch (RuntimeException e) {
                log.debug("Lock {} was not given back; it is lost or ends with its lease", lock.getName(), e);
            }
        }
    }
}
