package io.seckill.zookeeper;

import io.seckill.spi.Lease;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A place in the semaphore, for some time or as long as the session lives. */
final class SemaphoreLease implements Lease {

    private static final Logger log = LoggerFactory.getLogger(SemaphoreLease.class);

    private final org.apache.curator.framework.recipes.locks.Lease node;
    private final BooleanSupplier sessionAlive;
    private final AtomicBoolean closed = new AtomicBoolean();
    private long token;
    private long endNanos;
    private volatile @Nullable Future<?> end;

    SemaphoreLease(org.apache.curator.framework.recipes.locks.Lease node, BooleanSupplier sessionAlive) {
        this.node = node;
        this.sessionAlive = sessionAlive;
    }

    void begin(long zxid, Optional<Duration> time, ScheduledExecutorService timer) {
        token = zxid;
        time.ifPresent(fixed -> {
            endNanos = System.nanoTime() + fixed.toNanos();
            end = timer.schedule(this::close, fixed.toNanos(), TimeUnit.NANOSECONDS);
        });
    }

    @Override
    public OptionalLong fencingToken() {
        return OptionalLong.of(token);
    }

    @Override
    public boolean isHeld() {
        return !closed.get() && sessionAlive.getAsBoolean() && (end == null || endNanos - System.nanoTime() > 0);
    }

    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        Future<?> task = end;
        if (task != null) {
            task.cancel(false);
        }
        boolean interrupted = Thread.interrupted(); // the client would not wait for the answer
        try {
            node.close();
        } catch (IOException | RuntimeException e) {
            Level level =
                    e.getCause() instanceof InterruptedException ? Level.DEBUG : Level.WARN; // the caller's own wish
            log.atLevel(level)
                    .setCause(e)
                    .log("{} could not be given back yet; the client goes on trying until its session ends", this);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public String toString() {
        return "the lock of node " + node.getNodeName();
    }
}
