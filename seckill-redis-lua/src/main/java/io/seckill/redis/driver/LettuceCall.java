package io.seckill.redis.driver;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One EVALSHA or EVAL that knows whether it has reached the wire, and that can be withdrawn before it does. */
final class LettuceCall extends AsyncCommand<String, String, List<@Nullable Object>> {

    private enum State {
        WAITING,
        SENT,
        WITHDRAWN
    }

    private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII);

    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    private final LuaScript script;
    private final List<String> keys;
    private final List<String> args;
    private final long deadline;
    private final boolean byDigest;
    private final ReplyOutput reply;

    private LettuceCall(
            LuaScript script,
            List<String> keys,
            List<String> args,
            long deadline,
            boolean byDigest,
            ReplyOutput reply) {
        super(new Command<>(
                byDigest ? CommandType.EVALSHA : CommandType.EVAL,
                reply,
                new ScriptArgs(byDigest ? script.sha1() : script.source(), keys, args)));
        this.script = script;
        this.keys = keys;
        this.args = args;
        this.deadline = deadline;
        this.byDigest = byDigest;
        this.reply = reply;
    }

    /** Returns a call that counts on Redis having the script in its cache; the deadline is one of {@link System#nanoTime()}. */
    static LettuceCall byDigest(LuaScript script, List<String> keys, List<String> args, long deadline) {
        return new LettuceCall(script, keys, args, deadline, true, new ReplyOutput());
    }

    /** Returns the same call with the text of the script. */
    LettuceCall inFull() {
        return new LettuceCall(script, keys, args, deadline, false, new ReplyOutput());
    }

    LuaScript script() {
        return script;
    }

    boolean isByDigest() {
        return byDigest;
    }

    /** Returns this call as a stage. */
    CompletionStage<List<@Nullable Object>> items() {
        return this;
    }

    /** Fails the call if its deadline has passed. */
    void failIfLate(long now) {
        if (now - deadline >= 0) {
            completeExceptionally(new TimeoutException("no reply in time"));
        }
    }

    /** Returns whether the call was withdrawn, now or before, and will never reach the wire; false if it was sent. */
    boolean withdraw() {
        return state.compareAndSet(State.WAITING, State.WITHDRAWN) || state.get() == State.WITHDRAWN;
    }

    /** Fails the call if it still waits for the wire, which it will then never reach. */
    void failIfNotSent() {
        if (withdraw()) {
            completeExceptionally(new RedisConnectionException("not connected"));
        }
    }

    boolean sent() {
        return state.get() == State.SENT;
    }

    @Override
    public void encode(ByteBuf buffer) {
        if (state.compareAndSet(State.WAITING, State.SENT) || sent() && reply.takeRedirection()) {
            super.encode(buffer);
            return;
        }
        // Withdrawn after Lettuce looked for the last time, or sent again after the connection broke: it expects a
        // reply now, so the wire gets something harmless.
        buffer.writeBytes(PING);
        failIfSent();
    }

    /** Fails the call if it was on a wire that broke. */
    void failIfSent() {
        if (sent()) {
            completeExceptionally(new RedisConnectionException("connection lost before the reply"));
        }
    }

    // One call is one object; the inherited comparison of the wrapped command would do the same at a higher price.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
