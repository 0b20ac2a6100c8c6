package io.seckill.spring.limit;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.seckill.PurchaseRequest;
import io.seckill.limit.RateLimit;
import io.seckill.spi.RateLimiter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One token bucket for all purchases on this node. */
final class Bucket4jRateLimiter implements RateLimiter {

    private final Bucket bucket;

    Bucket4jRateLimiter(RateLimit limit) {
        this.bucket = Bucket.builder()
                .addLimit(size -> size.capacity(limit.capacity()).refillGreedy(limit.refill(), limit.per()))
                .withNanosecondPrecision()
                .build();
    }

    @Override
    public CompletionStage<Optional<Duration>> tryPass(PurchaseRequest request) {
        if (bucket.tryConsume(1)) {
            return PASS;
        }
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        return probe.isConsumed()
                ? PASS
                : CompletableFuture.completedFuture(Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill())));
    }
}
