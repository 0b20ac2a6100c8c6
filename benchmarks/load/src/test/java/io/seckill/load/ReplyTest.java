package io.seckill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReplyTest {

    private final Reply reply = new Reply();

    @Test
    void isCompleteWithItsBody() throws IOException {
        read("HTTP/1.1 202 \r\nContent-Length: 4\r\n\r\n{");
        assertThat(reply.complete()).isFalse();

        read("  }");

        assertThat(reply.complete()).isTrue();
        assertThat(reply.status()).isEqualTo("202");
        assertThat(reply.keepsOpen()).isTrue();
    }

    @Test
    void isCompleteWithItsLastChunk() throws IOException {
        read("HTTP/1.1 409 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}");
        assertThat(reply.complete()).isFalse();

        read("\r\n0\r\n\r\n");

        assertThat(reply.complete()).isTrue();
        assertThat(reply.status()).isEqualTo("409");
    }

    @Test
    void tellsWhenTheConnectionIsToBeClosed() throws IOException {
        read("HTTP/1.1 202 \r\nContent-Length: 0\r\nConnection: close\r\n\r\n");

        assertThat(reply.complete()).isTrue();
        assertThat(reply.keepsOpen()).isFalse();
    }

    private void read(String text) throws IOException {
        reply.read(Channels.newChannel(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII))));
    }
}
