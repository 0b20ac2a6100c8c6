package io.seckill.test.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports that nobody uses and that the system does not hand out to outgoing connections. */
final class FreePorts {

    private static final int FIRST = 11_000;
    private static final int LAST = 22_000;

    /** A cluster node also listens on its port plus this. */
    private static final int BUS = 10_000;

    private FreePorts() {}

    static List<Integer> find(int count) {
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < count) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (!ports.contains(port) && free(port) && free(port + BUS)) {
                ports.add(port);
            }
        }
        return ports;
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
