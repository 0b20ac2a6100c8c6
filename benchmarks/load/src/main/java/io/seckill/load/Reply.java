package io.seckill.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** As much of an HTTP answer as is needed to know its status and its end. */
final class Reply {

    private static final int LARGEST = 16 * 1024;
    private static final String END_OF_CHUNKS = "\r\n0\r\n\r\n";

    private final ByteBuffer bytes = ByteBuffer.allocate(LARGEST);

    /** Reads what is there, and returns whether there may be more. */
    boolean read(ReadableByteChannel channel) throws IOException {
        int count = channel.read(bytes);
        if (!bytes.hasRemaining()) {
            throw new IOException("an answer of more than " + LARGEST + " bytes");
        }
        return count >= 0;
    }

    boolean complete() {
        String text = text();
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        String head = text.substring(0, end + 2).toLowerCase(Locale.ROOT);
        if (head.contains("\r\ntransfer-encoding: chunked\r\n")) {
            return text.endsWith(END_OF_CHUNKS);
        }
        return text.length() - end - 4 >= contentLength(head);
    }

    private static int contentLength(String head) {
        String name = "\r\ncontent-length: ";
        int start = head.indexOf(name);
        if (start < 0) {
            return 0;
        }
        int from = start + name.length();
        return Integer.parseInt(head.substring(from, head.indexOf('\r', from)).strip());
    }

    String status() {
        return text().substring(9, 12);
    }

    boolean keepsOpen() {
        return !text().toLowerCase(Locale.ROOT).contains("\r\nconnection: close\r\n");
    }

    void clear() {
        bytes.clear();
    }

    private String text() {
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
    }
}
