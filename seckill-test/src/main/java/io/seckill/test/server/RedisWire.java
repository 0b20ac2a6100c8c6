package io.seckill.test.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Just enough of Redis' protocol to set servers up and to look into them. */
final class RedisWire {

    private static final int TIMEOUT_MILLIS = 10_000;

    private RedisWire() {}

    static @Nullable Object call(String host, int port, String... words) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(encoded(words));
            return read(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException("no reply from Redis at " + host + ":" + port + " to " + words[0], e);
        }
    }

    static boolean answers(String host, int port) {
        try {
            return "PONG".equals(call(host, port, "PING"));
        } catch (UncheckedIOException | IllegalStateException e) {
            return false;
        }
    }

    /** Polls until the condition holds, at most for the given time. */
    static boolean await(Duration atMost, BooleanSupplier condition) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private static byte[] encoded(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(bytes);
            out.writeBytes(new byte[] {'\r', '\n'});
        }
        return out.toByteArray();
    }

    private static @Nullable Object read(InputStream in) throws IOException {
        int type = in.read();
        String line = line(in);
        return switch (type) {
            case '+' -> line;
            case '-' -> throw new IllegalStateException(line);
            case ':' -> Long.valueOf(line);
            case '$' -> line.startsWith("-") ? null : text(in, Integer.parseInt(line));
            case '*' -> line.startsWith("-") ? null : array(in, Integer.parseInt(line));
            default -> throw new EOFException("the connection ended, or this is not Redis: " + (char) type + line);
        };
    }

    private static String text(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        line(in);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<@Nullable Object> array(InputStream in, int count) throws IOException {
        List<@Nullable Object> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(read(in));
        }
        return items;
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\r'; b = in.read()) {
            line.write(b);
        }
        in.read();
        return line.toString(StandardCharsets.UTF_8);
    }
}
