package io.seckill.test.server;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A master, its replica and three sentinels that make the replica the master, within a few seconds, once the master is gone.
 *
 * <p>They are processes even where there is Docker: of the executable that {@link LocalRedis} was told to use, else of the embedded
 * binary.
 *
 * @since 0.1
 */
public final class LocalSentinels implements AutoCloseable {

    private static final String MASTER = "seckill";
    private static final int SENTINELS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    // The replica should not wait for others who might want the same snapshot.
    private final LocalRedis master = launch(1, "--repl-diskless-sync-delay", "0");
    private final LocalRedis replica = launch(1, "--replicaof", master.host(), Integer.toString(master.port()));
    private final LocalRedis sentinels = launch(SENTINELS, "--sentinel");

    private LocalSentinels() {}

    /** Starts all five, and returns when the sentinels know the replica and each other: before, nobody would fail over. */
    public static LocalSentinels start() {
        LocalSentinels started = new LocalSentinels();
        try {
            started.introduce();
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Returns the name by which the sentinels know the master. */
    public String masterName() {
        return MASTER;
    }

    /** Returns the sentinels as {@code host:port,host:port}. */
    public String nodes() {
        return sentinels.nodes();
    }

    /** Returns the server that is the master at first. */
    public LocalRedis master() {
        return master;
    }

    /** Returns the server that becomes the master when the first one is gone. */
    public LocalRedis replica() {
        return replica;
    }

    /** Swaps master and replica by hand and tells the sentinels: both live on, and connections stay where they are. */
    public void handOver() {
        tellSentinels("REMOVE", MASTER);
        replica.command("REPLICAOF", "NO", "ONE");
        master.command("REPLICAOF", replica.host(), Integer.toString(replica.port()));
        watch(replica);
    }

    /** Ends all five and deletes what they wrote. Closing twice is harmless. */
    @Override
    public void close() {
        sentinels.close();
        replica.close();
        master.close();
    }

    private static LocalRedis launch(int servers, String... options) {
        return new LocalRedis(RedisChoice.processes().start(servers, false, List.of(options)));
    }

    private void introduce() {
        await("the replica", () -> replica.info("master_link_status").equals("up"));
        watch(master);
        await("the sentinels", () -> sentinels.ports().stream().allMatch(this::knowsAll));
    }

    private void watch(LocalRedis server) {
        tellSentinels("MONITOR", MASTER, server.host(), Integer.toString(server.port()), "2");
        tellSentinels("SET", MASTER, "down-after-milliseconds", "500", "failover-timeout", "3000");
    }

    private void tellSentinels(String... words) {
        String[] command =
                Stream.concat(Stream.of("SENTINEL"), Stream.of(words)).toArray(String[]::new);
        sentinels.ports().forEach(sentinel -> sentinels.commandAt(sentinel, command));
    }

    private boolean knowsAll(int sentinel) {
        List<?> known = (List<?>) Objects.requireNonNull(sentinels.commandAt(sentinel, "SENTINEL", "MASTER", MASTER));
        return count(known, "num-slaves") == 1 && count(known, "num-other-sentinels") == SENTINELS - 1;
    }

    private static int count(List<?> known, String field) {
        return Integer.parseInt(known.get(known.indexOf(field) + 1).toString());
    }

    private static void await(String who, BooleanSupplier ready) {
        if (!RedisWire.await(PATIENCE, ready)) {
            throw new IllegalStateException(who + " not ready after " + PATIENCE);
        }
    }
}
