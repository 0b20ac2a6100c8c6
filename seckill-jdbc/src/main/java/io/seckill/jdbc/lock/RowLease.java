package io.seckill.jdbc.lock;

import io.seckill.SeckillUnavailableException;
import io.seckill.internal.Trouble;
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

/** A row held by one owner. */
final class RowLease implements Lease {

    private static final Logger log = LoggerFactory.getLogger(RowLease.class);

    private final LockTable table;
    private final String name;
    private final String owner;
    private final long token;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile long endNanos;
    private volatile @Nullable Future<?> renewal;

    RowLease(LockTable table, String name, String owner, long token, long endNanos) {
        this.table = table;
        this.name = name;
        this.owner = owner;
        this.token = token;
        this.endNanos = endNanos;
    }

    /** Renews three times in a term until it is over, so that two failures do no harm. */
    RowLease renewedBy(ScheduledExecutorService timer, Duration term) {
        long pause = term.toNanos() / 3;
        renewal = timer.scheduleWithFixedDelay(() -> renew(term), pause, pause, TimeUnit.NANOSECONDS);
        return this;
    }

    private void renew(Duration term) {
        long asked = System.nanoTime();
        try {
            if (table.renew(name, owner, term)) {
                endNanos = asked + term.toNanos();
            } else if (!over.getAndSet(true)) {
                stopRenewing();
                log.warn("Lock {} was lost: its lease was over before it could be renewed", name);
            }
        } catch (SeckillUnavailableException e) {
            log.warn(
                    "Lock {} could not be renewed; held for another {} ms if that goes on: {}",
                    name,
                    millisLeft(),
                    Trouble.reason(e),
                    Trouble.trace(e, log));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long millisLeft() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime()));
    }

    private void stopRenewing() {
        Future<?> task = renewal;
        if (task != null) {
            task.cancel(false);
        }
    }

    @Override
    public OptionalLong fencingToken() {
        return OptionalLong.of(token);
    }

    @Override
    public boolean isHeld() {
        return !over.get() && endNanos - System.nanoTime() > 0;
    }

    @Override
    public void close() {
        if (!over.getAndSet(true)) {
            stopRenewing();
            LockConnections.despiteInterrupt(this::free);
        }
    }

    private void free() {
        try {
            table.free(name, owner);
        } catch (SeckillUnavailableException e) {
            log.warn(
                    "Lock {} could not be given back; free when its lease ends: {}",
                    name,
                    Trouble.reason(e),
                    Trouble.trace(e, log));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
