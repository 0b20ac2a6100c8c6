package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.PurchaseRequest;
import io.seckill.limit.RateLimit;
import io.seckill.spi.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link RateLimiter} promises that is a token bucket.
 *
 * @since 0.1
 */
public abstract class RateLimiterContract {

    private static final PurchaseRequest WISH =
            PurchaseRequest.of("coupon", "alice").withClient("192.0.2.7");

    /** Returns a limiter with a full bucket of its own, at every call. */
    protected abstract RateLimiter limiter(RateLimit limit);

    @Test
    void letsABurstPassAndThenTellsTheTimeToWait() {
        RateLimiter limiter = limiter(new RateLimit(5, 1, Duration.ofSeconds(60)));

        for (int i = 0; i < 5; i++) {
            assertThat(ask(limiter)).isEmpty();
        }
        assertThat(ask(limiter))
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60)));
    }

    @Test
    void afterTheToldTimeAPurchasePasses() {
        RateLimiter limiter = limiter(new RateLimit(1, 7, Duration.ofSeconds(1)));

        for (int i = 0; i < 7; i++) {
            Duration told = askUntilTurnedAway(limiter);
            waitFor(told);
            assertThat(ask(limiter)).as("after %s", told).isEmpty();
        }
    }

    @Test
    void whoIsTurnedAwayTakesNothing() {
        RateLimiter limiter = limiter(new RateLimit(1, 1, Duration.ofSeconds(60)));
        ask(limiter);
        Duration first = ask(limiter).orElseThrow();

        for (int i = 0; i < 100; i++) {
            assertThat(ask(limiter).orElseThrow()).isPositive().isLessThanOrEqualTo(first);
        }
    }

    /** Asked so often that between two questions only a part of a token comes. */
    @Test
    void losesNoFractionOfAToken() {
        long perSecond = 333;
        RateLimiter limiter = limiter(new RateLimit(1_000, perSecond, Duration.ofSeconds(1)));
        long full = System.nanoTime();
        long passed = 0;
        while (passed < 500) { // so that from here on a pause of this test does not fill it
            assertThat(ask(limiter)).isEmpty();
            passed++;
        }
        long halfFull = System.nanoTime();
        long asked;
        boolean passes;
        do {
            asked = System.nanoTime();
            passes = ask(limiter).isEmpty();
            passed += passes ? 1 : 0;
        } while (passes || asked - halfFull < TimeUnit.SECONDS.toNanos(1));

        assertThat(passed)
                .isBetween(
                        1_000 + refilled(perSecond, asked - halfFull) - 1,
                        1_000 + refilled(perSecond, System.nanoTime() - full) + 1);
    }

    @Test
    void aPauseFillsItNoFurtherThanItsCapacity() {
        RateLimiter limiter = limiter(new RateLimit(3, 100, Duration.ofSeconds(1)));
        ask(limiter);
        waitFor(Duration.ofMillis(300));

        long start = System.nanoTime();
        long passed = 0;
        while (ask(limiter).isEmpty()) {
            passed++;
        }
        assertThat(passed).isBetween(3L, 3 + refilled(100, System.nanoTime() - start) + 1);
    }

    @Test
    void aStampedeGetsTheBurstAndWhatWasRefilledMeanwhileAndNoMore() {
        long perSecond = 20;
        RateLimiter limiter = limiter(new RateLimit(50, perSecond, Duration.ofSeconds(1)));
        long start = System.nanoTime();

        List<Long> passes = Stampede.of(
                100,
                number -> IntStream.range(0, 10)
                        .filter(i -> ask(limiter).isEmpty())
                        .count());

        assertThat(passes.stream().mapToLong(Long::longValue).sum())
                .isBetween(50L, 50 + refilled(perSecond, System.nanoTime() - start) + 1);
    }

    private static long refilled(long perSecond, long nanos) {
        return perSecond * nanos / TimeUnit.SECONDS.toNanos(1);
    }

    private static void waitFor(Duration time) {
        long start = System.nanoTime();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> System.nanoTime() - start >= time.toNanos());
    }

    private static Duration askUntilTurnedAway(RateLimiter limiter) {
        Optional<Duration> told;
        do {
            told = ask(limiter);
        } while (told.isEmpty());
        return told.get();
    }

    private static Optional<Duration> ask(RateLimiter limiter) {
        return limiter.tryPass(WISH).toCompletableFuture().join();
    }
}
