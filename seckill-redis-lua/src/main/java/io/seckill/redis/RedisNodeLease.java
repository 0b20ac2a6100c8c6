package io.seckill.redis;

import io.seckill.SeckillUnavailableException;
import io.seckill.ids.NodeLease;
import io.seckill.internal.Trouble;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases a node number in Redis and prolongs it from one daemon thread. A lease that is lost, because Redis lost its data or somebody
 * else has the number, is replaced by that of another number; what was granted before may be used to its end.
 *
 * @since 0.1
 */
public final class RedisNodeLease implements NodeLease, AutoCloseable {

    /** Term of a lease unless configured: so long ids can be made without Redis. */
    public static final Duration DEFAULT_TERM = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(RedisNodeLease.class);
    private static final LuaScript LEASE = LuaScript.beside(RedisNodeLease.class, "lease-node.lua");
    private static final int NONE = -1;

    private final RedisDriver driver;
    private final RedisKeys keys;
    private final long termMs;
    private final String token = UUID.randomUUID().toString();
    private final Trouble trouble = new Trouble(log, "lease of a node number for order ids");
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Used by the renewing thread only; its stretch may still be empty. */
    private @Nullable Grant held;

    private volatile @Nullable Stretch usable;
    private volatile @Nullable String problem;

    /** Leases a number for {@link #DEFAULT_TERM}. */
    public RedisNodeLease(RedisDriver driver, RedisKeys keys) {
        this(driver, keys, DEFAULT_TERM);
    }

    /**
     * Leases a number, and returns with or without one: if there is none to be had it goes on trying.
     *
     * @param term how long a lease lasts; prolonged every third of it
     */
    public RedisNodeLease(RedisDriver driver, RedisKeys keys, Duration term) {
        this.driver = driver;
        this.keys = keys;
        this.termMs = term.toMillis();
        long pause = renew();
        if (usable == null && problem == null) {
            // a number that nobody had: its stretch begins with the first renewal
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pause));
            pause = renew();
        }
        long first = pause;
        Thread renewal = new Thread(() -> renewUntilClosed(first), "seckill-node-lease");
        renewal.setDaemon(true);
        renewal.start();
    }

    @Override
    public Grant current() {
        Stretch stretch = usable;
        if (stretch == null) {
            throw SeckillUnavailableException.nothingChanged(
                    "no order id can be made: there is no node number yet" + because(), null);
        }
        if (stretch.nowMs() >= stretch.grant.untilMs()) {
            throw SeckillUnavailableException.nothingChanged(
                    "no order id can be made: the lease of node number " + stretch.grant.number() + " is over"
                            + because(),
                    null);
        }
        return stretch.grant;
    }

    @Override
    public long nowMs() {
        Stretch stretch = usable;
        return stretch == null ? 0 : stretch.nowMs();
    }

    /** Stops renewing. What is granted may be used to its end; then the number is free for others. */
    @Override
    public void close() {
        closed.countDown();
    }

    private String because() {
        String why = problem;
        return why == null ? "" : ": " + why;
    }

    private void renewUntilClosed(long firstPause) {
        long pause = firstPause;
        try {
            while (!closed.await(pause, TimeUnit.MILLISECONDS)) {
                pause = renew();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Renews or leases anew. Returns milliseconds until the next time. */
    private long renew() {
        try {
            long delay = accept(call());
            problem = null;
            trouble.worked();
            return delay;
        } catch (RuntimeException e) {
            problem = String.valueOf(e.getMessage());
            if (closed.getCount() > 0) {
                trouble.failed(e);
            }
            return termMs / 10;
        }
    }

    private Reply call() {
        Grant mine = held;
        List<String> args = List.of(
                token,
                Long.toString(termMs),
                Integer.toString(NUMBERS),
                Integer.toString(mine == null ? NONE : mine.number()),
                Integer.toString(ThreadLocalRandom.current().nextInt(NUMBERS)));
        return RedisCall.await(driver, LEASE, List.of(keys.nodes()), args, reply -> reply);
    }

    private long accept(Reply reply) {
        int number = (int) reply.number(0);
        long now = reply.number(1);
        long from = reply.number(2);
        long until = reply.number(3);
        if (number == NONE) {
            held = null;
            throw SeckillUnavailableException.nothingChanged(
                    "all " + NUMBERS + " node numbers in " + keys.nodes()
                            + " are leased; run fewer nodes, or wait for the leases of dead ones to end",
                    null);
        }
        Grant before = held;
        if (from == 0 && before != null) {
            from = before.fromMs();
        } else if (before != null) {
            log.warn("Node number {} was lost; order ids go on with number {}", before.number(), number);
        }
        Grant grant = new Grant(number, from, until);
        held = grant;
        if (from < until) {
            usable = Stretch.after(usable, grant, now);
        }
        long ahead = until - Math.max(now, from);
        return ahead <= 0 ? termMs / 100 : Math.max(termMs / 200, Math.min(termMs, ahead) / 3);
    }

    /**
     * A grant that is not empty, and the clock of Redis, going on by itself from when the grant was given.
     *
     * <p>In a grant that lies in the future the clock goes at half speed until the time of day has caught up: the grant grows at full
     * speed, but only at each renewal. And it never passes the middle, so that a late renewal leaves room for a rush.
     *
     * @param sinceMs when the first of it could be used
     */
    private record Stretch(Grant grant, long sinceMs, long redisMs, long nanos) {

        static Stretch after(@Nullable Stretch last, Grant grant, long now) {
            long since = last != null && last.isOf(grant) ? last.sinceMs : now;
            return new Stretch(grant, since, now, System.nanoTime());
        }

        private boolean isOf(Grant prolonged) {
            return grant.number() == prolonged.number() && grant.fromMs() == prolonged.fromMs();
        }

        long nowMs() {
            long now = redisMs + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
            long middle = (grant.fromMs() + grant.untilMs()) / 2;
            return Math.max(now, Math.min(grant.fromMs() + (now - sinceMs) / 2, middle));
        }
    }
}
