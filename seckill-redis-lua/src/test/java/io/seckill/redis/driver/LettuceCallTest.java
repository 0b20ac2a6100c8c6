package io.seckill.redis.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LettuceCallTest {

    private final LuaScript script = LuaScript.of("one.lua", "return { 1 }");
    private final LettuceCall call = LettuceCall.byDigest(script, List.of("key"), List.of("a", "b"), Long.MAX_VALUE);

    @Test
    void isSentOnceItIsWritten() {
        assertThat(call.sent()).isFalse();
        assertThat(written()).contains("EVALSHA", script.sha1(), "key");
        assertThat(call.sent()).isTrue();
        assertThat(call.withdraw()).isFalse();
    }

    @Test
    void isWrittenAgainWhenAClusterRedirectsIt() {
        String first = written();
        call.getOutput().setError(StandardCharsets.US_ASCII.encode("MOVED 42 127.0.0.1:6379"));

        assertThat(written()).isEqualTo(first);
        assertThat(call).isNotDone();
    }

    @Test
    void isNeverWrittenAgainAfterTheConnectionBroke() {
        written();

        assertThat(written()).isEqualTo("*1\r\n$4\r\nPING\r\n");
        assertThat(call).isCompletedExceptionally();
    }

    @Test
    void writesAHarmlessCommandOnceItIsWithdrawn() {
        assertThat(call.withdraw()).isTrue();

        assertThat(written()).isEqualTo("*1\r\n$4\r\nPING\r\n");
        assertThat(call.sent()).isFalse();
    }

    @Test
    void isGivenUpOnlyIfItWasNotSent() {
        call.failIfNotSent();

        assertThat(call).isCompletedExceptionally();
        assertThat(call.withdraw()).isTrue();
        assertThat(written()).isEqualTo("*1\r\n$4\r\nPING\r\n");
    }

    @Test
    void isWaitedForOnceItWasSent() {
        written();

        call.failIfNotSent();

        assertThat(call).isNotDone();
        assertThat(call.withdraw()).isFalse();
    }

    private String written() {
        ByteBuf buffer = Unpooled.buffer();
        call.encode(buffer);
        return buffer.toString(StandardCharsets.UTF_8);
    }
}
