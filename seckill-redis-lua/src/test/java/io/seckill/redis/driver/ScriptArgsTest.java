package io.seckill.redis.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptArgsTest {

    private final List<String> keys = List.of("{0}:one", "{0}:two");
    private final List<String> values = List.of("", "a", "秒杀", "n".repeat(99), "n".repeat(100), "n".repeat(70_000));

    private final ScriptArgs args = new ScriptArgs("abc", keys, values);
    private final CommandArgs<String, String> usual = new CommandArgs<>(StringCodec.UTF8)
            .addValue("abc")
            .add(keys.size())
            .addKeys(keys)
            .addValues(values);

    @Test
    void areWrittenAsLettuceWouldWriteThem() {
        assertThat(written(args)).isEqualTo(written(usual));
        assertThat(args.count()).isEqualTo(usual.count()).isEqualTo(10);
    }

    @Test
    void nameTheFirstKeyByWhichAClusterIsAsked() {
        assertThat(StandardCharsets.UTF_8.decode(args.getFirstEncodedKey()).toString())
                .isEqualTo("{0}:one");
    }

    private static String written(CommandArgs<String, String> some) {
        ByteBuf buffer = Unpooled.buffer();
        some.encode(buffer);
        return buffer.toString(StandardCharsets.UTF_8);
    }
}
