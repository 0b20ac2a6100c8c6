package io.seckill.redis.driver;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The arguments of EVALSHA or EVAL. A batch has hundreds of values, and writes them to the wire without making an object of each first,
 * as Lettuce would.
 */
final class ScriptArgs extends CommandArgs<String, String> {

    private static final byte[][] LENGTHS = new byte[100][];

    static {
        for (int length = 0; length < LENGTHS.length; length++) {
            LENGTHS[length] = prefix(length);
        }
    }

    private final List<String> values;

    /** Lettuce itself is told the keys, by which it finds the node of a cluster. */
    ScriptArgs(String script, List<String> keys, List<String> values) {
        super(StringCodec.UTF8);
        addValue(script).add(keys.size()).addKeys(keys);
        this.values = values;
    }

    @Override
    public int count() {
        return super.count() + values.size();
    }

    @Override
    public void encode(ByteBuf buffer) {
        super.encode(buffer);
        for (String value : values) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            buffer.writeBytes(bytes.length < LENGTHS.length ? LENGTHS[bytes.length] : prefix(bytes.length));
            buffer.writeBytes(bytes);
            buffer.writeShort('\r' << 8 | '\n');
        }
    }

    private static byte[] prefix(int length) {
        return ("$" + length + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
