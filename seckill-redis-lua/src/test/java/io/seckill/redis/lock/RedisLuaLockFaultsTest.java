package io.seckill.redis.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.seckill.SeckillUnavailableException;
import io.seckill.redis.Backend;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.LettuceDriver;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.Lease;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lock while things break, on a server of its own. */
class RedisLuaLockFaultsTest {

    private static final String NAME = "order {7}";
    private static final Duration TERM = Duration.ofMillis(600);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final RedisKeys keys = RedisKeys.defaults();
    private LocalRedis redis;
    private RedisDriver driver;
    private RedisDriver impatient;
    private RedisLuaLock lock;

    @BeforeEach
    void start() {
        redis = LocalRedis.start();
        driver = Backend.lettuce(redis);
        impatient = LettuceDriver.of(RedisClient.create(redis.uri()), Duration.ofMillis(300));
        lock = new RedisLuaLock(driver, keys, TERM);
    }

    @AfterEach
    void stop() {
        lock.close();
        impatient.close();
        driver.close();
        redis.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEL key", "SET key another", "FLUSHALL"})
    void aRenewalNoticesThatTheLockIsLost(String loss) throws Exception {
        Lease lease = lock.tryLockRenewed(NAME, Duration.ZERO).orElseThrow();
        String[] words = loss.split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].equals("key") ? keys.lockHolder(NAME) : words[i];
        }

        redis.command(words);

        await().atMost(TERM).until(() -> !lease.isHeld());
        lease.close();
        assertThat(redis.command("GET", keys.lockHolder(NAME))).isEqualTo(loss.startsWith("SET") ? "another" : null);
    }

    @Test
    void aRenewedLeaseIsOverByTheLocalClockWhenRedisIsSilent() throws Exception {
        Lease lease = lock.tryLockRenewed(NAME, Duration.ZERO).orElseThrow();

        redis.pause();

        await().atMost(Duration.ofSeconds(5)).until(() -> !lease.isHeld());
        redis.resume();
        await().atMost(Duration.ofSeconds(5)).until(this::isFree);
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void goesOnWhenRedisForgetsTheScripts() throws Exception {
        Lease lease = lock.tryLockRenewed(NAME, Duration.ZERO).orElseThrow();

        redis.command("SCRIPT", "FLUSH");

        await().during(TERM.multipliedBy(2)).atMost(LONG).until(lease::isHeld);
        redis.command("SCRIPT", "FLUSH");
        lease.close();
        redis.command("SCRIPT", "FLUSH");
        assertThat(isFree()).isTrue();
    }

    @Test
    void aLockWhoseAnswerIsLostIsGivenBack() throws Exception {
        RedisLuaLock lost = new RedisLuaLock(impatient, keys);
        lock.tryLock("another", Duration.ZERO, LONG).orElseThrow().close(); // Redis knows the scripts from now on
        redis.pause();

        SeckillUnavailableException failure =
                catchThrowableOfType(SeckillUnavailableException.class, () -> lost.tryLock(NAME, Duration.ZERO, LONG));

        assertThat(failure.outcomeKnown()).isFalse();
        assertThat(failure).hasMessageContaining(NAME).hasMessageContaining("PT1M");
        redis.resume();
        await().atMost(Duration.ofSeconds(5)).until(() -> wasHeld() && isFree());
    }

    @Test
    void aLockThatAnInterruptedThreadAskedForIsGivenBack() throws Exception {
        redis.pause();
        FutureTask<Object> asking = new FutureTask<>(() -> lock.tryLock(NAME, Duration.ZERO, LONG));
        Thread thread = new Thread(asking);
        thread.start();
        await().until(() -> thread.getState() == Thread.State.WAITING);

        thread.interrupt();

        assertThatThrownBy(() -> asking.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
        redis.resume();
        await().atMost(Duration.ofSeconds(5)).until(() -> wasHeld() && isFree());
    }

    @Test
    void aLeaseThatIsOverBeforeTheAnswerCameIsNone() throws Exception {
        WatchedDriver slow = new WatchedDriver(driver, Duration.ofMillis(200));

        SeckillUnavailableException failure = catchThrowableOfType(
                SeckillUnavailableException.class,
                () -> new RedisLuaLock(slow, keys).tryLock(NAME, Duration.ZERO, Duration.ofMillis(100)));

        assertThat(failure.outcomeKnown()).isFalse();
        assertThat(slow.calls("lock-release.lua")).isEqualTo(1);
    }

    @Test
    void aKeyOfAnotherTypeIsRefusedAndLeftAlone() {
        redis.command("RPUSH", keys.lockHolder(NAME), "one");

        SeckillUnavailableException failure =
                catchThrowableOfType(SeckillUnavailableException.class, () -> lock.tryLock(NAME, Duration.ZERO, LONG));

        assertThat(failure).hasMessageContaining("WRONGTYPE");
        assertThat(failure.outcomeKnown()).isTrue();
        assertThat(wasHeld()).isFalse();
    }

    @Test
    void tokensGrowThoughRedisLosesThemOrItsClockIsBehindTheLastOne() throws Exception {
        long first = token();

        redis.command("FLUSHALL");
        long second = token();
        long ahead = second + TimeUnit.SECONDS.toMicros(40);
        redis.command("SET", keys.lockToken(NAME), Long.toString(ahead));

        assertThat(second).isGreaterThan(first);
        assertThat(token()).isEqualTo(ahead + 1);
        assertThat(token()).isEqualTo(ahead + 2);
    }

    @Test
    void aTokenIsForgottenAMinuteAfterItsLease() throws Exception {
        lock.tryLock(NAME, Duration.ZERO, LONG).orElseThrow().close();
        assertThat((long) redis.command("PTTL", keys.lockToken(NAME))).isBetween(110_000L, 120_000L);

        try (Lease lease = lock.tryLockRenewed(NAME, Duration.ZERO).orElseThrow()) {
            assertThat(lease.isHeld()).isTrue();
            await().during(TERM.multipliedBy(2))
                    .atMost(LONG)
                    .until(() -> (long) redis.command("PTTL", keys.lockToken(NAME)) > 60_000);
        }
    }

    @Test
    void closingItEndsRenewalsAndRequests() throws Exception {
        Lease lease = lock.tryLockRenewed(NAME, Duration.ZERO).orElseThrow();

        lock.close();

        assertThat(lease.isHeld()).isTrue();
        await().atMost(Duration.ofSeconds(5)).until(() -> !lease.isHeld());
        assertThatThrownBy(() -> lock.tryLock(NAME, Duration.ZERO, LONG))
                .isInstanceOfSatisfying(
                        SeckillUnavailableException.class,
                        failure -> assertThat(failure.outcomeKnown()).isTrue());
        await().atMost(Duration.ofSeconds(5)).until(this::isFree);
    }

    @Test
    void refusesATermTooShortToBeRenewedOrLongerThanADay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisLuaLock(driver, keys, Duration.ofMillis(99)))
                .withMessageContaining("PT0.099S");
        assertThatIllegalArgumentException().isThrownBy(() -> new RedisLuaLock(driver, keys, Duration.ofHours(25)));
    }

    private boolean isFree() {
        return redis.command("EXISTS", keys.lockHolder(NAME)).equals(0L);
    }

    private boolean wasHeld() {
        return redis.command("EXISTS", keys.lockToken(NAME)).equals(1L);
    }

    private long token() throws InterruptedException {
        try (Lease lease = lock.tryLock(NAME, Duration.ZERO, LONG).orElseThrow()) {
            return lease.fencingToken().orElseThrow();
        }
    }
}
