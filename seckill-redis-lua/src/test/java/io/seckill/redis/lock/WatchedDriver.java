package io.seckill.redis.lock;

import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Counts the calls of each script, and those at once, and may hold back the replies. */
final class WatchedDriver implements RedisDriver {

    private final RedisDriver driver;
    private final Executor later;
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final AtomicInteger acquiring = new AtomicInteger();
    private final AtomicInteger mostAcquiring = new AtomicInteger();

    WatchedDriver(RedisDriver driver, Duration delay) {
        this.driver = driver;
        this.later = CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    int calls(String script) {
        return calls.getOrDefault(script, 0);
    }

    int mostAcquiringAtOnce() {
        return mostAcquiring.get();
    }

    @Override
    public CompletionStage<Reply> eval(LuaScript script, List<String> keys, List<String> args) {
        calls.merge(script.name(), 1, Integer::sum);
        if (!script.name().equals("lock-acquire.lua")) {
            return driver.eval(script, keys, args);
        }
        mostAcquiring.accumulateAndGet(acquiring.incrementAndGet(), Math::max);
        return driver.eval(script, keys, args).whenCompleteAsync((reply, error) -> acquiring.decrementAndGet(), later);
    }

    @Override
    public Subscription subscribe(String channel, Consumer<String> listener) {
        return driver.subscribe(channel, listener);
    }

    @Override
    public void close() {
        driver.close();
    }
}
