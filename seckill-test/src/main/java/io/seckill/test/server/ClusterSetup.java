package io.seckill.test.server;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes a cluster of started nodes. */
final class ClusterSetup {

    private static final String HOST = "127.0.0.1";
    private static final int SLOTS = 16_384;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private ClusterSetup() {}

    static void join(List<Integer> ports) {
        int nodes = ports.size();
        for (int i = 0; i < nodes; i++) {
            // CLUSTER ADDSLOTSRANGE would be shorter, but came with Redis 7.
            Stream<String> slots =
                    IntStream.range(SLOTS * i / nodes, SLOTS * (i + 1) / nodes).mapToObj(Integer::toString);
            RedisWire.call(
                    HOST,
                    ports.get(i),
                    Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots).toArray(String[]::new));
            RedisWire.call(HOST, ports.get(i), "CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
        for (int i = 1; i < nodes; i++) {
            RedisWire.call(
                    HOST, ports.get(0), "CLUSTER", "MEET", HOST, ports.get(i).toString());
        }
        if (!RedisWire.await(PATIENCE, () -> ports.stream().allMatch(port -> ready(port, nodes)))) {
            throw new IllegalStateException("the Redis cluster on ports " + ports + " was not ready after " + PATIENCE);
        }
    }

    private static boolean ready(int port, int nodes) {
        String info = String.valueOf(RedisWire.call(HOST, port, "CLUSTER", "INFO"));
        String known = String.valueOf(RedisWire.call(HOST, port, "CLUSTER", "NODES"));
        return info.contains("cluster_state:ok")
                && info.contains("cluster_slots_ok:" + SLOTS)
                && known.lines().filter(node -> node.contains(" connected ")).count() == nodes
                && !known.contains("handshake");
    }
}
