package io.seckill.test.server;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis for tests and demos, on random ports of the loopback address, gone without a trace when closed or when the JVM ends.
 *
 * <p>Which Redis is chosen by the environment variable {@code SECKILL_TEST_REDIS} or, before it, the system property {@code
 * seckill.test.redis}:
 *
 * <ul>
 *   <li>nothing: Docker if there is an engine, else the embedded binary
 *   <li>{@code docker}: a container; its image is {@code redis:8} unless the property {@code seckill.test.redis.image} names another
 *   <li>{@code embedded}: the binary that the Maven artifact {@code embedded-redis} brings
 *   <li>a path: this {@code redis-server} executable
 *   <li>{@code host:port}: a running server, for {@link #shared()} alone; the others ignore it
 * </ul>
 *
 * <p>Thread-safe for commands; starting and stopping is up to one thread.
 *
 * @since 0.1
 */
public final class LocalRedis implements AutoCloseable {

    private final RedisServers servers;
    private final Thread hook = new Thread(this::closeServers, "seckill-redis-stop");

    LocalRedis(RedisServers servers) {
        this.servers = servers;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Returns the one server that all tests of this JVM share. Nobody closes, stops or pauses it; tests keep apart by their key prefix.
     */
    public static LocalRedis shared() {
        return Shared.SERVER;
    }

    /** Returns the one cluster that all tests of this JVM share, as {@link #shared()}. */
    public static LocalRedis sharedCluster() {
        return SharedCluster.CLUSTER;
    }

    /**
     * Starts a server without persistence.
     *
     * @param options further options as on the command line, such as {@code "--appendonly", "yes"}
     */
    public static LocalRedis start(String... options) {
        return new LocalRedis(RedisChoice.own().start(1, false, List.of(options)));
    }

    /**
     * Starts a cluster of three masters, and returns when it is ready.
     *
     * @param options further options of each node
     */
    public static LocalRedis startCluster(String... options) {
        LocalRedis cluster = new LocalRedis(RedisChoice.own().start(3, true, List.of(options)));
        try {
            ClusterSetup.join(cluster.servers.ports());
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    /** Returns this server, which from now on ends when it is closed, and no longer by itself with the JVM: whoever uses it ends first. */
    public LocalRedis untilClosed() {
        Runtime.getRuntime().removeShutdownHook(hook);
        return this;
    }

    /** Returns the host. */
    public String host() {
        return servers.host();
    }

    /** Returns the port, of the first node if it is a cluster. */
    public int port() {
        return ports().get(0);
    }

    /** Returns the ports of all nodes. */
    public List<Integer> ports() {
        return servers.ports();
    }

    /** Returns {@code redis://host:port}. */
    public String uri() {
        return "redis://" + host() + ":" + port();
    }

    /** Returns all nodes as {@code host:port,host:port}. */
    public String nodes() {
        return ports().stream().map(port -> host() + ":" + port).collect(Collectors.joining(","));
    }

    /**
     * Sends a command on a connection of its own and returns the reply: String, Long, List or null.
     *
     * @throws IllegalStateException with Redis' message if it replies with an error
     */
    public @Nullable Object command(String... words) {
        return commandAt(port(), words);
    }

    /** Sends a command to the node with this port, as {@link #command}. */
    public @Nullable Object commandAt(int port, String... words) {
        return RedisWire.call(host(), port, words);
    }

    /** Returns one value of {@code INFO}, such as that of {@code used_memory}. */
    public String info(String field) {
        String all = (String) Objects.requireNonNull(command("INFO", "everything"));
        return Arrays.stream(all.split("\r\n"))
                .filter(line -> line.startsWith(field + ":"))
                .map(line -> line.substring(field.length() + 1))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("INFO has no " + field));
    }

    /** Ends the server as a power cut would. */
    public void kill() {
        servers.kill();
    }

    /** Ends the server in order; with {@code appendonly} it writes everything first. */
    public void stop() {
        servers.stop();
    }

    /** Starts the server again after {@link #kill()} or {@link #stop()}: same ports, folder and options. */
    public void restart() {
        servers.restart();
    }

    /** Freezes the server: connections stay, replies do not come. */
    public void pause() {
        servers.pause();
    }

    /** Lets a frozen server go on. */
    public void resume() {
        servers.resume();
    }

    /** Ends the server and deletes what it wrote. Closing twice is harmless. */
    @Override
    public void close() {
        closeServers();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending, and the hook has run or is about to
        }
    }

    private void closeServers() {
        servers.close();
    }

    private static final class Shared {
        static final LocalRedis SERVER = new LocalRedis(RedisChoice.shared().start(1, false, List.of()));
    }

    private static final class SharedCluster {
        static final LocalRedis CLUSTER = startCluster();
    }
}
