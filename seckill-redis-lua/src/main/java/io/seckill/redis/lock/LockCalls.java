package io.seckill.redis.lock;

import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** What a lock says to Redis. Names of locks are channel messages, too. */
final class LockCalls {

    private static final LuaScript ACQUIRE = LuaScript.beside(LockCalls.class, "lock-acquire.lua");
    private static final LuaScript RENEW = LuaScript.beside(LockCalls.class, "lock-renew.lua");
    private static final LuaScript RELEASE = LuaScript.beside(LockCalls.class, "lock-release.lua");

    /** The clock of a new master, or one that is set right, may lie this far back, and tokens grow still. */
    private static final String TOKEN_OUTLIVES_MS =
            Long.toString(Duration.ofMinutes(1).toMillis());

    private final RedisDriver driver;
    private final RedisKeys keys;

    LockCalls(RedisDriver driver, RedisKeys keys) {
        this.driver = driver;
        this.keys = keys;
    }

    /**
     * The answer to who asked for a lock.
     *
     * @param token fencing token, 0 if another holds the lock
     * @param leftMs when the lease of that other ends, negative if never
     */
    record Answer(long token, long leftMs) {

        boolean granted() {
            return token > 0;
        }
    }

    CompletionStage<Answer> acquire(String name, String owner, Duration lease) {
        return driver.eval(ACQUIRE, holderAndToken(name), List.of(owner, millis(lease), TOKEN_OUTLIVES_MS))
                .thenApply(reply -> new Answer(reply.number(0), reply.number(1)));
    }

    /** Returns whether the lease still holds the lock and now ends after this time. */
    CompletionStage<Boolean> renew(String name, String owner, Duration lease) {
        return driver.eval(RENEW, holderAndToken(name), List.of(owner, millis(lease), TOKEN_OUTLIVES_MS))
                .thenApply(LockCalls::done);
    }

    /** Returns whether the lease still held the lock. */
    CompletionStage<Boolean> release(String name, String owner) {
        return driver.eval(RELEASE, List.of(keys.lockHolder(name)), List.of(owner, keys.lockSignals(), name))
                .thenApply(LockCalls::done);
    }

    /** Calls the listener with the name of every lock that is given back. */
    Subscription subscribe(Consumer<String> listener) {
        return driver.subscribe(keys.lockSignals(), listener);
    }

    private List<String> holderAndToken(String name) {
        return List.of(keys.lockHolder(name), keys.lockToken(name));
    }

    private static boolean done(Reply reply) {
        return reply.number(0) == 1;
    }

    /** Rounds up: Redis knows no lease of less than a millisecond. */
    private static String millis(Duration time) {
        return Long.toString(time.plusNanos(999_999).toMillis());
    }
}
