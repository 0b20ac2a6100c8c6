package io.seckill.redis.redisson;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.seckill.SeckillUnavailableException;
import io.seckill.redis.RedisKeys;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/**
 * A lock of Redisson: {@linkplain #plain plain}, {@linkplain #fair fair} or {@linkplain #fenced with a fencing token}. The same name of
 * two kinds is two locks.
 *
 * <p>Re-entrant: the thread that holds a lock gets it again, and others get it when as many leases are closed. A fixed lease within
 * another sets the time of both anew, so whoever re-enters should hold it renewed.
 *
 * <p>A fixed lease is one with a lease time and has no watchdog; a renewed one is kept by Redisson's watchdog, and ends {@code
 * lockWatchdogTimeout} after the process is gone. What a lease knows of itself, without asking Redis: a fixed one is over by the local
 * clock, which starts before the question if the request does not wait, else with the answer, since Redisson does not tell when it asked
 * last. A renewed one that Redis has lost is reported held until it is closed.
 *
 * <p>If a thread is interrupted while it waits, Redisson waits on for the rest of its time, and what it gets is given back at once. After
 * a failure, a lock that nobody knows to be held ends with its lease, a renewed one after {@code lockWatchdogTimeout}.
 *
 * <p>Redisson's RedLock is not offered: it is deprecated in favour of the kinds here, rests on clocks and has no fencing token.
 *
 * @since 0.1
 */
public final class RedissonDistributedLock implements DistributedLock {

    private static final long WATCHDOG = -1;

    private final Function<String, RLock> locks;

    private RedissonDistributedLock(Function<String, RLock> locks) {
        this.locks = locks;
    }

    /** Returns a lock of {@link RLock}s, without fencing token. */
    public static RedissonDistributedLock plain(RedissonClient redisson, RedisKeys keys) {
        return new RedissonDistributedLock(name -> redisson.getLock(keys.lockOfRedisson("plain", name)));
    }

    /** Returns a lock of fair {@link RLock}s, which who waits gets in the order of asking, without fencing token. */
    public static RedissonDistributedLock fair(RedissonClient redisson, RedisKeys keys) {
        return new RedissonDistributedLock(name -> redisson.getFairLock(keys.lockOfRedisson("fair", name)));
    }

    /**
     * Returns a lock of {@link RFencedLock}s. Tokens are counted in Redis, one counter for each name that never expires: use it for few
     * names, and not for each buyer. They begin anew if Redis loses its data.
     */
    public static RedissonDistributedLock fenced(RedissonClient redisson, RedisKeys keys) {
        return new RedissonDistributedLock(name -> redisson.getFencedLock(keys.lockOfRedisson("fenced", name)));
    }

    @Override
    public Optional<Lease> tryLock(LockRequest request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before lock " + request.name() + " was asked for");
        }
        RLock lock = locks.apply(request.name());
        long thread = Thread.currentThread().getId();
        long asked = System.nanoTime();
        Answer answer = await(lock, thread, request);
        long start = request.maxWait().isZero() ? asked : System.nanoTime();
        return answer.granted
                ? Optional.of(new RedissonLease(
                        lock, thread, answer.token, request.lease().map(time -> start + time.toNanos())))
                : Optional.empty();
    }

    private static Answer await(RLock lock, long thread, LockRequest request) throws InterruptedException {
        CompletionStage<Answer> asked = ask(
                lock,
                millis(request.maxWait()),
                request.lease().map(RedissonDistributedLock::millis).orElse(WATCHDOG));
        try {
            return asked.toCompletableFuture().get();
        } catch (InterruptedException e) {
            asked.thenCompose(
                    answer -> answer.granted ? lock.unlockAsync(thread) : CompletableFuture.completedStage(null));
            throw e;
        } catch (ExecutionException e) {
            throw SeckillUnavailableException.outcomeUnknown(
                    "no answer from Redis whether lock " + request.name() + " is held", e.getCause());
        }
    }

    private static CompletionStage<Answer> ask(RLock lock, long waitMs, long leaseMs) {
        return lock instanceof RFencedLock fenced
                ? fenced.tryLockAndGetTokenAsync(waitMs, leaseMs, MILLISECONDS).thenApply(Answer::fenced)
                : lock.tryLockAsync(waitMs, leaseMs, MILLISECONDS).thenApply(Answer::plain);
    }

    private record Answer(boolean granted, OptionalLong token) {

        static Answer plain(boolean granted) {
            return new Answer(granted, OptionalLong.empty());
        }

        static Answer fenced(@Nullable Long token) {
            return token == null ? plain(false) : new Answer(true, OptionalLong.of(token));
        }
    }

    /** Rounds up: zero would be no lease at all. */
    private static long millis(Duration time) {
        return time.plusNanos(999_999).toMillis();
    }
}
