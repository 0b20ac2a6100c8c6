package io.seckill.redis;

import io.seckill.SeckillUnavailableException;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Runs a script and understands its reply; a reply that makes no sense is a failure like no reply. */
final class RedisCall {

    private RedisCall() {}

    /** Returns a stage that fails with {@link SeckillUnavailableException} itself, not wrapped. */
    static <T> CompletionStage<T> start(
            RedisDriver driver, LuaScript script, List<String> keys, List<String> args, Function<Reply, T> meaning) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        driver.eval(script, keys, args).whenComplete((reply, error) -> {
            if (error != null) {
                answer.completeExceptionally(error instanceof CompletionException ? error.getCause() : error);
                return;
            }
            try {
                answer.complete(meaning.apply(reply));
            } catch (RuntimeException e) {
                answer.completeExceptionally(SeckillUnavailableException.outcomeUnknown(
                        script + " gave a reply that makes no sense: " + e.getMessage(), e));
            }
        });
        return answer;
    }

    /** Waits for the answer; the driver bounds the time. */
    static <T> T await(
            RedisDriver driver, LuaScript script, List<String> keys, List<String> args, Function<Reply, T> meaning) {
        try {
            return start(driver, script, keys, args, meaning)
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SeckillUnavailableException failure ? failure : e;
        }
    }
}
