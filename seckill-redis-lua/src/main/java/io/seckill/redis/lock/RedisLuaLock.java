package io.seckill.redis.lock;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.seckill.SeckillUnavailableException;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.lock.LockCalls.Answer;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A lock in Redis among all JVMs with the same key prefix, each step one Lua script. Not re-entrant.
 *
 * <p>A lease ends by the clock of Redis and, for its holder, a little earlier by the holder's own. A renewed lease is prolonged every
 * third of its term; it is lost when Redis has another holder or none, or when no renewal came through for a term.
 *
 * <p>Fencing tokens are microseconds of the clock of Redis, and remembered until a minute after the lease: they grow even if Redis loses
 * its data, unless at the same time its clock goes back, or a failover leads to a server whose clock is behind by more than the time
 * since the last lease.
 *
 * <p>Who waits is woken when the lock is given back, and asks again every now and then in case the news is lost or a lease just ended. Of
 * the threads of one JVM that wait for a name only the first asks, and they get the lock in the order they came; who does not want to
 * wait asks at once and may overtake them. The news is told on a channel of its own, to which a JVM subscribes when it waits for the first
 * time.
 *
 * <p>A question that was sent is waited for, at most for the driver's timeout. If its answer is lost, or its caller is interrupted, the
 * lock is given back as soon as Redis answers; failing that, it ends with its lease, and a renewed one with its first term.
 *
 * <p>Two may hold the lock at once: a holder that sleeps through the end of its lease, and one whose lease a failover has lost. What is
 * locked must withstand that.
 *
 * @since 0.1
 */
public final class RedisLuaLock implements DistributedLock, AutoCloseable {

    /** Term of a renewed lease unless configured: so long others wait if the holder's process dies. */
    public static final Duration DEFAULT_TERM = Duration.ofSeconds(30);

    private static final Duration SHORTEST_TERM = Duration.ofMillis(100);

    private final LockCalls calls;
    private final Duration term;
    private final Polling polling;
    private final WaitingLines lines = new WaitingLines();
    private final ScheduledThreadPoolExecutor renewals =
            new ScheduledThreadPoolExecutor(1, RedisLuaLock::daemon, new DiscardPolicy());

    private volatile @Nullable Subscription subscription;
    private volatile boolean closed;

    /** Makes a lock whose renewed leases have the {@link #DEFAULT_TERM}. */
    public RedisLuaLock(RedisDriver driver, RedisKeys keys) {
        this(driver, keys, DEFAULT_TERM);
    }

    /**
     * Makes a lock.
     *
     * @param driver way to Redis; it stays the caller's, and must live longer than the lock
     * @param term after what time without a renewal a renewed lease ends, 100 milliseconds to a day
     * @throws IllegalArgumentException if the term is out of bounds
     */
    public RedisLuaLock(RedisDriver driver, RedisKeys keys, Duration term) {
        this(driver, keys, term, Polling.DEFAULT);
    }

    RedisLuaLock(RedisDriver driver, RedisKeys keys, Duration term, Polling polling) {
        if (term.compareTo(SHORTEST_TERM) < 0 || term.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("term must be from 100 ms to a day, but was " + term);
        }
        this.calls = new LockCalls(driver, keys);
        this.term = term;
        this.polling = polling;
        renewals.setRemoveOnCancelPolicy(true);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "seckill-lock-renewal");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Optional<Lease> tryLock(LockRequest request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before lock " + request.name() + " was asked for");
        }
        return request.maxWait().isZero() ? ask(request).lease : waitFor(request);
    }

    private Optional<Lease> waitFor(LockRequest request) throws InterruptedException {
        long end = System.nanoTime() + request.maxWait().toNanos();
        listen();
        WaitingLines.Line line = lines.join(request.name());
        try {
            if (!line.reachFront(end - System.nanoTime())) {
                return Optional.empty();
            }
            try {
                return askUntil(end, request, line);
            } finally {
                line.letNext();
            }
        } finally {
            line.leave();
        }
    }

    private Optional<Lease> askUntil(long end, LockRequest request, WaitingLines.Line line)
            throws InterruptedException {
        for (int asked = 0; ; asked++) {
            line.forgetNews();
            Attempt attempt = ask(request);
            long left = end - System.nanoTime();
            if (attempt.lease.isPresent() || left <= 0) {
                return attempt.lease;
            }
            line.awaitNews(Math.min(left, Math.min(attempt.othersNanos, polling.pauseNanos(asked))));
        }
    }

    /** What came of asking once: a lease, or for how long another has one. */
    private record Attempt(Optional<Lease> lease, long othersNanos) {}

    private Attempt ask(LockRequest request) throws InterruptedException {
        String name = request.name();
        if (closed) {
            throw SeckillUnavailableException.nothingChanged("lock " + name + " was not asked for: closed", null);
        }
        String owner = UUID.randomUUID().toString();
        Duration time = request.lease().orElse(term);
        long end = System.nanoTime() + time.toNanos();
        Answer answer = answer(name, owner, time);
        if (!answer.granted()) {
            long left = answer.leftMs() < 0 ? Long.MAX_VALUE : MILLISECONDS.toNanos(answer.leftMs() + 1);
            return new Attempt(Optional.empty(), left);
        }
        RedisLease lease = new RedisLease(calls, name, owner, answer.token(), end);
        if (!lease.isHeld()) {
            calls.release(name, owner);
            throw SeckillUnavailableException.outcomeUnknown(
                    "the lease of lock " + name + " was over before the answer came; make it longer than " + time,
                    null);
        }
        if (request.lease().isEmpty()) {
            lease.renewEvery(term.dividedBy(3), term, renewals);
        }
        return new Attempt(Optional.of(lease), 0);
    }

    private Answer answer(String name, String owner, Duration time) throws InterruptedException {
        CompletionStage<Answer> asked = calls.acquire(name, owner, time);
        try {
            return asked.toCompletableFuture().get();
        } catch (InterruptedException e) {
            asked.whenComplete((answer, error) -> calls.release(name, owner));
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SeckillUnavailableException unavailable && unavailable.outcomeKnown()) {
                throw unavailable;
            }
            calls.release(name, owner);
            throw SeckillUnavailableException.outcomeUnknown(
                    "no answer whether lock " + name + " is held; it may be, for nobody, until " + time
                            + " have passed",
                    e.getCause());
        }
    }

    private void listen() {
        if (subscription == null) {
            synchronized (this) {
                if (subscription == null && !closed) {
                    subscription = calls.subscribe(lines::tell);
                }
            }
        }
    }

    /**
     * Stops renewing and refuses further requests, also of those who wait. A lease that is held stays its holder's, who may still be at
     * work: it ends when it is closed, or after its time or term.
     */
    @Override
    public void close() {
        Subscription current;
        synchronized (this) {
            closed = true;
            current = subscription;
        }
        renewals.shutdownNow();
        if (current != null) {
            current.close();
        }
    }
}
