package io.seckill.redis.driver;

import io.seckill.spi.Subscription;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Runs Lua scripts and listens to channels. Thread-safe.
 *
 * @since 0.1
 */
public interface RedisDriver extends AutoCloseable {

    /**
     * Runs a script on the master that holds its keys.
     *
     * <p>The stage always completes, at the latest after the driver's timeout: with the reply, or exceptionally with {@link
     * io.seckill.SeckillUnavailableException}. That failure's {@code outcomeKnown()} is true if the call was never sent or Redis refused
     * it before the first write, and false if the script may have run. A script that Redis does not know yet is sent in full.
     *
     * <p>The stage may complete on an I/O thread: dependent actions must be short and must not block.
     *
     * @param script a script that returns an array, makes all checks before its first write, and raises no error after it
     * @param keys every key the script touches, all in one hash slot, at least one
     * @param args the script's arguments
     */
    CompletionStage<Reply> eval(LuaScript script, List<String> keys, List<String> args);

    /**
     * Calls the listener with every message of a channel until the returned handle is closed, across reconnections and restarts of
     * Redis. Messages sent while the connection is down are lost.
     *
     * <p>The listener may be called on an I/O thread and must not block. What it throws is logged and forgotten.
     */
    Subscription subscribe(String channel, Consumer<String> listener);

    /** Ends what the driver itself opened. Calls still waiting for their reply fail. */
    @Override
    void close();
}
