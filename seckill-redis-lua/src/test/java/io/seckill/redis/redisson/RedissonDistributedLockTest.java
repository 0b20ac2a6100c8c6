package io.seckill.redis.redisson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.SeckillUnavailableException;
import io.seckill.redis.RedisKeys;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.test.contract.DistributedLockContract;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.UUID;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The contract of each kind, and what is special to them. */
class RedissonDistributedLockTest {

    private static final Duration WATCHDOG = Duration.ofSeconds(2);
    private static final RedisKeys KEYS = new RedisKeys("redisson", 8);

    private static RedissonClient here;
    private static RedissonClient there;

    private final String name = "lock-" + UUID.randomUUID();

    @BeforeAll
    static void connect() {
        here = client(LocalRedis.shared());
        there = client(LocalRedis.shared());
    }

    @AfterAll
    static void disconnect() {
        here.shutdown();
        there.shutdown();
    }

    private static RedissonClient client(LocalRedis redis) {
        Config config = new Config();
        config.setLockWatchdogTimeout(WATCHDOG.toMillis());
        config.useSingleServer()
                .setAddress(redis.uri())
                .setTimeout(500)
                .setRetryAttempts(0)
                .setConnectionMinimumIdleSize(2);
        return Redisson.create(config);
    }

    @Nested
    class Plain extends Contract {
        Plain() {
            super(RedissonDistributedLock::plain);
        }
    }

    @Nested
    class Fair extends Contract {
        Fair() {
            super(RedissonDistributedLock::fair);
        }
    }

    @Nested
    class Fenced extends Contract {
        Fenced() {
            super(RedissonDistributedLock::fenced);
        }

        @Override
        protected boolean isFenced() {
            return true;
        }
    }

    @Test
    void aLateLeaseDoesNotFreeTheNextOneOfTheSameThread() throws Exception {
        DistributedLock lock = RedissonDistributedLock.plain(here, KEYS);
        Lease late = lock.tryLock(name, Duration.ZERO, Duration.ofMillis(100)).orElseThrow();
        DistributedLock elsewhere = RedissonDistributedLock.plain(there, KEYS);
        elsewhere
                .tryLock(name, Duration.ofSeconds(10), Duration.ofSeconds(30))
                .orElseThrow()
                .close();
        Lease next = lock.tryLock(name, Duration.ZERO, Duration.ofSeconds(30)).orElseThrow();

        late.close();

        assertThat(elsewhere.tryLock(name, Duration.ZERO, Duration.ofSeconds(30)))
                .isEmpty();
        next.close();
    }

    @Test
    void nobodyKnowsTheOutcomeWhenNoAnswerComes() throws Exception {
        try (LocalRedis redis = LocalRedis.start()) {
            RedissonClient client = client(redis);
            DistributedLock lock = RedissonDistributedLock.fenced(client, KEYS);
            redis.pause();

            assertThatThrownBy(() -> lock.tryLock(name, Duration.ZERO, Duration.ofSeconds(1)))
                    .isInstanceOfSatisfying(
                            SeckillUnavailableException.class,
                            failure -> assertThat(failure.outcomeKnown()).isFalse())
                    .hasMessageContaining(name);

            redis.resume();
            assertThat(lock.tryLock(name, Duration.ofSeconds(30), Duration.ofSeconds(1)))
                    .isPresent();
            client.shutdown();
        }
    }

    abstract static class Contract extends DistributedLockContract {

        private final DistributedLock lock;
        private final DistributedLock elsewhere;

        Contract(BiFunction<RedissonClient, RedisKeys, ? extends DistributedLock> kind) {
            lock = kind.apply(here, KEYS);
            elsewhere = kind.apply(there, KEYS);
        }

        @Override
        protected DistributedLock lock() {
            return lock;
        }

        @Override
        protected DistributedLock elsewhere() {
            return elsewhere;
        }

        @Override
        protected boolean isReentrant() {
            return true;
        }

        @Override
        protected boolean isFenced() {
            return false;
        }

        @Override
        protected Duration renewalTerm() {
            return WATCHDOG;
        }
    }
}
