package io.seckill.redis.driver;

import io.seckill.spi.Subscription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisScriptingCommands;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Reaches Redis through any Spring Data connection factory, such as one for Jedis or Redisson: each call blocks one thread of a small
 * pool of daemon threads.
 *
 * <p>Whether a call that was on the wire when a connection broke is sent again is up to the client library behind the factory. Lettuce
 * does so; for it, {@link LettuceDriver} is both safer and faster.
 *
 * @since 0.1
 */
public final class SpringDataDriver implements RedisDriver {

    private static final int MAX_WAITING = 1_024;

    private static final AtomicInteger THREADS = new AtomicInteger();

    private final RedisConnectionFactory factory;
    private final Duration timeout;
    private final ThreadPoolExecutor pool;
    private final Set<SpringDataSubscription> subscriptions = ConcurrentHashMap.newKeySet();

    /**
     * Makes a driver.
     *
     * @param factory where connections come from; it stays the caller's
     * @param threads how many calls run at once, and so how many connections are in use, at least 1
     * @param timeout how long a call may take
     */
    public SpringDataDriver(RedisConnectionFactory factory, int threads, Duration timeout) {
        this.factory = factory;
        this.timeout = timeout;
        this.pool = new ThreadPoolExecutor(
                threads,
                threads,
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                SpringDataDriver::daemon);
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public CompletionStage<Reply> eval(LuaScript script, List<String> keys, List<String> args) {
        Call call = new Call(script, keys, args);
        try {
            pool.execute(call);
        } catch (RejectedExecutionException e) {
            call.outcome.completeExceptionally(e);
        }
        return call.answer();
    }

    @Override
    public Subscription subscribe(String channel, Consumer<String> listener) {
        SpringDataSubscription subscription = new SpringDataSubscription(factory, channel, listener);
        subscriptions.add(subscription);
        daemon(subscription).start();
        return () -> {
            subscriptions.remove(subscription);
            subscription.close();
        };
    }

    @Override
    public void close() {
        subscriptions.forEach(SpringDataSubscription::close);
        for (Runnable waiting : pool.shutdownNow()) {
            ((Call) waiting).outcome.cancel(false);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "seckill-redis-" + THREADS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    private final class Call implements Runnable {

        private final LuaScript script;
        private final List<String> keys;
        private final List<String> args;
        private final CompletableFuture<Reply> outcome = new CompletableFuture<>();

        /** Set once, by whoever comes first: the thread that is about to send, or the failure that keeps it from sending. */
        private final AtomicBoolean decided = new AtomicBoolean();

        Call(LuaScript script, List<String> keys, List<String> args) {
            this.script = script;
            this.keys = keys;
            this.args = args;
        }

        CompletionStage<Reply> answer() {
            CompletableFuture<Reply> answer = new CompletableFuture<>();
            CompletionStage<Reply> inTime = outcome.orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
            inTime.whenComplete((reply, error) -> {
                if (error == null) {
                    answer.complete(reply);
                } else if (decided.compareAndSet(false, true)) {
                    answer.completeExceptionally(Failures.notSent(script, error));
                } else {
                    answer.completeExceptionally(Failures.sent(script, messageOf(error), error));
                }
            });
            return answer;
        }

        @Override
        public void run() {
            if (outcome.isDone()) {
                return;
            }
            try (RedisConnection connection = factory.getConnection()) {
                if (decided.compareAndSet(false, true)) {
                    outcome.complete(Reply.of(evaluate(connection.scriptingCommands())));
                }
            } catch (RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        }

        private @Nullable Object evaluate(RedisScriptingCommands redis) {
            byte[][] keysAndArgs = bytes();
            try {
                return redis.evalSha(script.sha1(), ReturnType.MULTI, keys.size(), keysAndArgs);
            } catch (RuntimeException e) {
                if (!Failures.noScript(messageOf(e))) {
                    throw e;
                }
                return redis.eval(
                        script.source().getBytes(StandardCharsets.UTF_8), ReturnType.MULTI, keys.size(), keysAndArgs);
            }
        }

        private byte[][] bytes() {
            byte[][] all = new byte[keys.size() + args.size()][];
            int i = 0;
            for (String key : keys) {
                all[i++] = key.getBytes(StandardCharsets.UTF_8);
            }
            for (String arg : args) {
                all[i++] = arg.getBytes(StandardCharsets.UTF_8);
            }
            return all;
        }
    }

    /** Returns what the client library says, below Spring's own words. */
    private static @Nullable String messageOf(Throwable error) {
        return NestedExceptionUtils.getMostSpecificCause(error).getMessage();
    }
}
