package io.seckill.redis.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.redis.Backend;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.Lease;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How threads wait for the lock, two JVMs with a server of their own. */
class RedisLuaLockWaitingTest {

    private static final String NAME = "秒杀 {7}";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Polling NEXT_TO_NEVER = new Polling(LONG, LONG);

    private final RedisKeys keys = RedisKeys.defaults();
    private LocalRedis redis;
    private RedisDriver thereDriver;
    private WatchedDriver hereDriver;
    private RedisLuaLock there;
    private RedisLuaLock here;

    @BeforeEach
    void start() {
        redis = LocalRedis.start();
        thereDriver = Backend.lettuce(redis);
        there = new RedisLuaLock(thereDriver, keys);
        hereDriver = new WatchedDriver(Backend.lettuce(redis), Duration.ofMillis(1));
        here = new RedisLuaLock(hereDriver, keys);
    }

    @AfterEach
    void stop() {
        here.close();
        there.close();
        hereDriver.close();
        thereDriver.close();
        redis.close();
    }

    @Test
    void newsOfALockGivenBackElsewhereWakesWhoWaits() throws Exception {
        here = new RedisLuaLock(hereDriver, keys, LONG, NEXT_TO_NEVER);
        Lease held = heldThere(LONG);
        FutureTask<Long> waiting = startWaiting();
        await().until(() -> subscribers() == 1 && asked() == 1);

        long closed = System.nanoTime();
        held.close();

        assertThat(Duration.ofNanos(waiting.get(10, TimeUnit.SECONDS) - closed)).isLessThan(Duration.ofSeconds(1));
        assertThat(asked()).isEqualTo(2);
    }

    @Test
    void whoWaitsAsksAgainWhenTheLeaseOfTheHolderEnds() throws Exception {
        here = new RedisLuaLock(hereDriver, keys, LONG, NEXT_TO_NEVER);
        heldThere(Duration.ofMillis(500));

        long start = System.nanoTime();
        assertThat(here.tryLock(NAME, Duration.ofSeconds(20), LONG)).isPresent();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(asked()).isEqualTo(2);
    }

    @Test
    void whoWaitsFindsOutThoughNobodyTells() throws Exception {
        heldThere(LONG);
        FutureTask<Long> waiting = startWaiting();
        await().until(() -> asked() >= 2);

        redis.command("DEL", keys.lockHolder(NAME));

        waiting.get(5, TimeUnit.SECONDS);
    }

    @Test
    void ofManyThreadsOnlyOneAsks() throws Exception {
        Lease held = heldThere(LONG);
        List<FutureTask<Long>> waiting = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            waiting.add(startWaiting());
        }
        int before = asked();
        await().during(Duration.ofSeconds(2)).atMost(LONG).until(() -> asked() - before <= 14);
        assertThat(asked()).isGreaterThan(before);

        int whileHeld = asked();
        held.close();
        for (FutureTask<Long> one : waiting) {
            one.get(20, TimeUnit.SECONDS);
        }

        assertThat(hereDriver.mostAcquiringAtOnce()).isEqualTo(1);
        assertThat(asked() - whileHeld).isLessThanOrEqualTo(150); // each once or twice, and one round of old news each
    }

    @Test
    void threadsGetItInTheOrderTheyCame() throws Exception {
        Lease held = heldThere(LONG);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<FutureTask<Long>> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            waiting.add(startWaiting(() -> order.add(number)));
        }

        held.close();

        for (FutureTask<Long> one : waiting) {
            one.get(20, TimeUnit.SECONDS);
        }
        assertThat(order).hasSize(10).isSorted();
    }

    @Test
    void whoWillNotWaitAsksAtOnceThoughOthersWait() throws Exception {
        here = new RedisLuaLock(hereDriver, keys, LONG, NEXT_TO_NEVER);
        Lease held = heldThere(LONG);
        startWaiting();
        await().until(() -> asked() == 1);

        assertThat(here.tryLock(NAME, Duration.ZERO, LONG)).isEmpty();
        assertThat(asked()).isEqualTo(2);

        held.close();
    }

    private FutureTask<Long> startWaiting() {
        return startWaiting(() -> {});
    }

    /** Returns when the thread waits; it tells when it got the lock, and gives it back. */
    private FutureTask<Long> startWaiting(Runnable whenHeld) {
        FutureTask<Long> task = new FutureTask<>(() -> {
            try (Lease lease = here.tryLock(NAME, LONG, LONG).orElseThrow()) {
                assertThat(lease.isHeld()).isTrue();
                whenHeld.run();
                return System.nanoTime();
            }
        });
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        await().pollInterval(Duration.ofMillis(5)).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return task;
    }

    private Lease heldThere(Duration lease) throws InterruptedException {
        return there.tryLock(NAME, Duration.ZERO, lease).orElseThrow();
    }

    private int asked() {
        return hereDriver.calls("lock-acquire.lua");
    }

    private long subscribers() {
        return (long) ((List<?>) redis.command("PUBSUB", "NUMSUB", keys.lockSignals())).get(1);
    }
}
