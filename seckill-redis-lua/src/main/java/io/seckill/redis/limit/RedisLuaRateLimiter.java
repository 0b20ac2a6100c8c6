package io.seckill.redis.limit;

import io.seckill.PurchaseRequest;
import io.seckill.limit.RateLimit;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.RateLimiter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Token buckets in Redis that all nodes share: one for the cluster, or one for each buyer or address. Each purchase costs one call of one
 * script on one key.
 *
 * <p>Time is that of Redis, so the clocks of nodes do not matter. A bucket lives in Redis only until it is full again, so memory is bounded by the
 * buyers or addresses that asked within the time a bucket takes to fill. Nodes with different limits share the bucket still, each by its
 * own size.
 *
 * @since 0.1
 */
public final class RedisLuaRateLimiter implements RateLimiter {

    private static final LuaScript TAKE = LuaScript.beside(RedisLuaRateLimiter.class, "take-token.lua");

    private final RedisDriver driver;
    private final List<String> size;
    private final Function<PurchaseRequest, Optional<String>> key;

    private RedisLuaRateLimiter(RedisDriver driver, RateLimit limit, Function<PurchaseRequest, Optional<String>> key) {
        this.driver = driver;
        this.size = List.of(
                Long.toString(limit.capacity()),
                Long.toString(limit.refill()),
                Long.toString(limit.per().toNanos() / 1_000));
        this.key = key;
    }

    /** Returns the limit of all purchases of all nodes together. */
    public static RedisLuaRateLimiter ofCluster(RedisDriver driver, RedisKeys keys, RateLimit limit) {
        Optional<String> only = Optional.of(keys.limit("cluster", "all"));
        return new RedisLuaRateLimiter(driver, limit, request -> only);
    }

    /** Returns the limit of each buyer, over all sales and nodes. */
    public static RedisLuaRateLimiter ofEachBuyer(RedisDriver driver, RedisKeys keys, RateLimit limit) {
        return new RedisLuaRateLimiter(
                driver,
                limit,
                request -> Optional.of(keys.limit("buyer", request.buyer().value())));
    }

    /** Returns the limit of each address, over all sales and nodes; a purchase without an address passes. */
    public static RedisLuaRateLimiter ofEachAddress(RedisDriver driver, RedisKeys keys, RateLimit limit) {
        return new RedisLuaRateLimiter(
                driver, limit, request -> request.client().map(client -> keys.limit("address", client.value())));
    }

    @Override
    public CompletionStage<Optional<Duration>> tryPass(PurchaseRequest request) {
        Optional<String> bucket = key.apply(request);
        if (bucket.isEmpty()) {
            return PASS;
        }
        return driver.eval(TAKE, List.of(bucket.get()), size).thenApply(reply -> waitOf(reply.number(0)));
    }

    private static Optional<Duration> waitOf(long micros) {
        return micros == 0 ? Optional.empty() : Optional.of(Duration.of(micros, ChronoUnit.MICROS));
    }
}
