package io.seckill.redis.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.PurchaseRequest;
import io.seckill.SeckillUnavailableException;
import io.seckill.limit.RateLimit;
import io.seckill.redis.Backend;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.RateLimiter;
import io.seckill.test.contract.RateLimiterContract;
import io.seckill.test.contract.Stampede;
import io.seckill.test.server.LocalRedis;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Limits that nodes share: the contract on each driver and kind of server, and what is special about Redis. */
class RedisLuaRateLimiterTest {

    private static final RateLimit TEN_PER_MINUTE = new RateLimit(10, 10, Duration.ofMinutes(1));
    private static final PurchaseRequest ALICE = PurchaseRequest.of("coupon", "alice");
    private static final PurchaseRequest BOB = PurchaseRequest.of("coupon", "bob");

    private final LocalRedis redis = LocalRedis.shared();
    private final RedisDriver here = Backend.LETTUCE.driver();
    private final RedisDriver there = Backend.LETTUCE.elsewhere().driver();
    private final RedisKeys keys = ownKeys();
    private final String aliceKey = keys.limit("buyer", "alice");

    @Nested
    class OnLettuce extends Contract {
        OnLettuce() {
            super(Backend.LETTUCE);
        }
    }

    @Nested
    class OnLettuceCluster extends Contract {
        OnLettuceCluster() {
            super(Backend.LETTUCE_CLUSTER);
        }
    }

    @Nested
    class OnSpringDataLettuce extends Contract {
        OnSpringDataLettuce() {
            super(Backend.SPRING_LETTUCE);
        }
    }

    @Nested
    class OnSpringDataJedis extends Contract {
        OnSpringDataJedis() {
            super(Backend.SPRING_JEDIS);
        }
    }

    abstract static class Contract extends RateLimiterContract {

        private final Backend backend;

        Contract(Backend backend) {
            this.backend = backend;
        }

        @Override
        protected RateLimiter limiter(RateLimit limit) {
            return RedisLuaRateLimiter.ofEachBuyer(backend.driver(), ownKeys(), limit);
        }
    }

    @Test
    void twoNodesTogetherKeepTheLimitOfTheCluster() {
        RateLimiter one = RedisLuaRateLimiter.ofCluster(here, keys, TEN_PER_MINUTE);
        RateLimiter other = RedisLuaRateLimiter.ofCluster(there, keys, TEN_PER_MINUTE);

        assertThat(passes(100, number -> passes(number % 2 == 0 ? one : other, wishOf(number))))
                .isEqualTo(10);
    }

    @Test
    void buyersAreCountedApart() {
        RateLimiter limiter = RedisLuaRateLimiter.ofEachBuyer(here, keys, new RateLimit(1, 1, Duration.ofMinutes(1)));

        assertThat(passes(limiter, ALICE)).isTrue();
        assertThat(passes(limiter, ALICE)).isFalse();
        assertThat(passes(limiter, BOB)).isTrue();
    }

    @Test
    void addressesAreCountedApartAndAPurchaseWithoutOnePasses() {
        RateLimiter limiter = RedisLuaRateLimiter.ofEachAddress(here, keys, new RateLimit(1, 1, Duration.ofMinutes(1)));

        assertThat(passes(limiter, ALICE.withClient("192.0.2.7"))).isTrue();
        assertThat(passes(limiter, BOB.withClient("192.0.2.7"))).isFalse();
        assertThat(passes(limiter, ALICE.withClient("2001:db8::1"))).isTrue();
        assertThat(limiter.tryPass(ALICE)).isSameAs(RateLimiter.PASS);
    }

    /**
     * Where a client sends its own time, the one that is ahead fills the bucket at each of its calls: the usual script lets all of
     * 100 pass in a moment, though the limit is 10 and 1 per second.
     */
    @Test
    void twoClientsWhoseClocksAreFiveSecondsApartGetNoMoreThanTheLimit() {
        LuaScript usual = LuaScript.of("usual.lua", """
                local tokens = tonumber(redis.call('HGET', KEYS[1], 'tokens') or ARGV[1])
                local at = tonumber(redis.call('HGET', KEYS[1], 'at') or ARGV[3])
                local now = tonumber(ARGV[3])
                tokens = math.min(ARGV[1], tokens + math.abs(now - at) / 1000 * ARGV[2])
                if tokens >= 1 then tokens = tokens - 1; at = now else return { 1 } end
                redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', at)
                return { 0 }""");
        Clock right = Clock.systemUTC();
        Clock ahead = Clock.offset(right, Duration.ofSeconds(5));
        String bucket = "{usual}" + UUID.randomUUID();
        IntPredicate usualPasses = number -> here.eval(
                                usual,
                                List.of(bucket),
                                List.of("10", "1", Long.toString((number % 2 == 0 ? right : ahead).millis())))
                        .toCompletableFuture()
                        .join()
                        .number(0)
                == 0;
        RateLimiter one = RedisLuaRateLimiter.ofCluster(here, keys, new RateLimit(10, 1, Duration.ofSeconds(1)));
        RateLimiter other = RedisLuaRateLimiter.ofCluster(there, keys, new RateLimit(10, 1, Duration.ofSeconds(1)));

        long passedTheUsual = IntStream.range(0, 100).filter(usualPasses).count();
        long start = System.nanoTime();
        long passedOurs = IntStream.range(0, 100)
                .filter(number -> passes(number % 2 == 0 ? one : other, ALICE))
                .count();

        assertThat(passedTheUsual).isGreaterThan(90);
        assertThat(passedOurs).isBetween(10L, 11 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
    }

    @Test
    void aBucketVanishesWhenItIsFullAgain() {
        RateLimiter slow = RedisLuaRateLimiter.ofEachBuyer(here, keys, TEN_PER_MINUTE);
        passes(slow, ALICE);
        assertThat((long) redis.command("PTTL", aliceKey)).isBetween(3_000L, 6_000L);
        passes(slow, ALICE);
        assertThat((long) redis.command("PTTL", aliceKey)).isBetween(9_000L, 12_000L);

        RateLimiter fast = RedisLuaRateLimiter.ofEachBuyer(here, keys, RateLimit.perSecond(20));
        passes(fast, BOB);
        await().until(() -> redis.command("EXISTS", keys.limit("buyer", "bob")).equals(0L));
    }

    @Test
    void theLargestBucketIsExact() {
        RateLimiter limiter = RedisLuaRateLimiter.ofEachBuyer(
                here, keys, new RateLimit(RateLimit.MAX_TOKENS, 1, Duration.ofHours(1)));
        passes(limiter, ALICE);
        passes(limiter, ALICE);

        assertThat(debt()).isBetween(7_140_000_000L, 7_200_000_000L);
        plant(RateLimit.MAX_TOKENS * 3_600_000_000L, now());
        assertThat(ask(limiter, ALICE))
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofMinutes(59), Duration.ofHours(1)));
    }

    @Test
    void aClockThatWasSetBackStopsNobodyForLong() {
        RateLimiter limiter = RedisLuaRateLimiter.ofEachBuyer(here, keys, RateLimit.perSecond(10));
        plant(10 * 1_000_000L, now() + TimeUnit.HOURS.toMicros(1));

        assertThat(ask(limiter, ALICE)).hasValue(Duration.ofMillis(100));

        await().until(() -> passes(limiter, ALICE));
    }

    @Test
    void aSmallerLimitHoldsFromNowOn() {
        RateLimiter limiter = RedisLuaRateLimiter.ofEachBuyer(here, keys, RateLimit.perSecond(10));
        plant(1_000 * TimeUnit.HOURS.toMicros(1), now());

        assertThat(ask(limiter, ALICE))
                .hasValueSatisfying(wait -> assertThat(wait).isLessThanOrEqualTo(Duration.ofMillis(100)));
    }

    @Test
    void whatMakesNoSenseIsAFullBucketAndAKeyOfAnotherTypeAFailure() {
        RateLimiter limiter = RedisLuaRateLimiter.ofEachBuyer(here, keys, TEN_PER_MINUTE);
        redis.command("SET", aliceKey, "planted");
        assertThat(passes(limiter, ALICE)).isTrue();

        redis.command("DEL", aliceKey);
        redis.command("RPUSH", aliceKey, "planted");
        assertThat(limiter.tryPass(ALICE).toCompletableFuture())
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withCauseInstanceOf(SeckillUnavailableException.class)
                .withMessageContaining("WRONGTYPE");
    }

    @Test
    void failsWithoutBlockingWhenRedisIsGone() {
        try (LocalRedis own = LocalRedis.start();
                RedisDriver driver = Backend.lettuce(own)) {
            RateLimiter limiter = RedisLuaRateLimiter.ofEachBuyer(driver, keys, TEN_PER_MINUTE);
            assertThat(passes(limiter, ALICE)).isTrue();

            own.kill();
            CompletionStage<Optional<Duration>> answer = limiter.tryPass(ALICE);

            assertThat(answer.toCompletableFuture())
                    .failsWithin(Backend.TIMEOUT.plusSeconds(10))
                    .withThrowableThat()
                    .withCauseInstanceOf(SeckillUnavailableException.class);
        }
    }

    @Test
    void aBucketIsOneShortStringHoweverOftenItIsAsked() {
        RateLimiter limiter = RedisLuaRateLimiter.ofEachBuyer(here, keys, TEN_PER_MINUTE);
        for (int i = 0; i < 50; i++) {
            passes(limiter, ALICE);
        }

        assertThat((String) redis.command("GET", aliceKey)).matches("\\d+:\\d{16}");
    }

    private static RedisKeys ownKeys() {
        return new RedisKeys("limit-" + UUID.randomUUID(), 1);
    }

    private static PurchaseRequest wishOf(int number) {
        return PurchaseRequest.of("coupon", "buyer-" + number);
    }

    private static long passes(int callers, IntPredicate call) {
        return Stampede.of(callers, call::test).stream()
                .filter(passed -> passed)
                .count();
    }

    private static boolean passes(RateLimiter limiter, PurchaseRequest request) {
        return ask(limiter, request).isEmpty();
    }

    private static Optional<Duration> ask(RateLimiter limiter, PurchaseRequest request) {
        return limiter.tryPass(request).toCompletableFuture().join();
    }

    private void plant(long debt, long at) {
        redis.command("SET", aliceKey, debt + ":" + at);
    }

    private long debt() {
        return Long.parseLong(((String) redis.command("GET", aliceKey)).split(":")[0]);
    }

    private static long now() {
        return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    }
}
