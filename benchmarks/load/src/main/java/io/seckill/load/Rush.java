package io.seckill.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Buyers who come one after the other on so many connections, each of which is kept open and has its next buyer as soon as the last one
 * was answered: so many purchases are under way at every moment. One thread, which takes little of the machine from the shop.
 */
final class Rush {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final InetSocketAddress address;
    private final byte[] before;
    private final Crowd crowd;
    private final Tally tally;
    private int nextBuyer;
    private int answered;

    private Rush(int port, String path, Crowd crowd) {
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.before = ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                        + "\r\nAccept: */*\r\nContent-Length: 0\r\nX-Buyer-Id: ")
                .getBytes(StandardCharsets.US_ASCII);
        this.crowd = crowd;
        this.tally = new Tally(crowd.buyers());
    }

    /** Lets the crowd loose on this path of the shop at this port of this machine, and returns when everybody is answered. */
    static Tally on(int port, String path, Crowd crowd) throws IOException {
        return new Rush(port, path, crowd).run();
    }

    private Tally run() throws IOException {
        List<Line> lines = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < crowd.concurrent(); i++) {
                lines.add(new Line(selector));
            }
            long start = System.nanoTime();
            for (Line line : lines) {
                line.sendNext();
            }
            while (answered < crowd.buyers() && System.nanoTime() - start < LIMIT.toNanos()) {
                selector.select(key -> ((Line) key.attachment()).read(), LIMIT.toMillis());
            }
            long took = System.nanoTime() - start;
            IntStream.range(answered, crowd.buyers()).forEach(i -> tally.failed("no answer in " + LIMIT));
            return tally.ran(start, took);
        } finally {
            for (Line line : lines) {
                line.channel.close();
            }
        }
    }

    /** One connection. */
    private final class Line {

        private final Selector selector;
        private final Reply reply = new Reply();
        private SocketChannel channel;
        private long sent;

        Line(Selector selector) throws IOException {
            this.selector = selector;
            this.channel = connect();
        }

        private SocketChannel connect() throws IOException {
            SocketChannel connected = SocketChannel.open(address);
            connected.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connected.configureBlocking(false);
            connected.register(selector, SelectionKey.OP_READ, this);
            return connected;
        }

        private void sendNext() throws IOException {
            if (nextBuyer == crowd.buyers()) {
                return;
            }
            byte[] buyer = (crowd.buyer(nextBuyer++) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
            ByteBuffer request = ByteBuffer.allocate(before.length + buyer.length)
                    .put(before)
                    .put(buyer)
                    .flip();
            sent = System.nanoTime();
            while (request.hasRemaining()) {
                channel.write(request);
            }
        }

        private void read() {
            try {
                boolean open = reply.read(channel);
                if (reply.complete()) {
                    answered++;
                    tally.answered(reply.status(), System.nanoTime() - sent);
                    next(open && reply.keepsOpen());
                } else if (!open) {
                    throw new IOException("closed before the answer");
                }
            } catch (IOException e) {
                answered++;
                tally.failed(e.toString());
                tryNext();
            }
        }

        private void next(boolean keep) throws IOException {
            reply.clear();
            if (!keep) {
                channel.close();
                channel = connect();
            }
            sendNext();
        }

        private void tryNext() {
            try {
                next(false);
            } catch (IOException e) {
                tally.failed("no connection: " + e);
            }
        }
    }
}
