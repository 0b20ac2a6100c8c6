package io.seckill.redis.driver;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Pipelines all calls on one Lettuce connection of its own, asynchronously; on a cluster, one to each master. Standalone, Sentinel and
 * Cluster.
 *
 * <p>While the connection is down, calls wait for it, for a quarter of their timeout from when it broke; then they fail at once, and
 * nothing has changed. On a cluster they wait within their timeout. A call that was on the wire when the connection broke fails
 * with an unknown outcome and is never sent again, so that even a script that is not idempotent runs at most once. A master that has
 * become a replica is left, and the new one looked up.
 *
 * @since 0.1
 */
public final class LettuceDriver implements RedisDriver {

    /** One look at all calls now and then costs less than a timer for each. */
    private static final long TICK_MS = 10;

    private final AbstractRedisClient client;
    private final StatefulConnection<String, String> connection;
    private final LettuceSubscriptions subscriptions;
    private final boolean ownsClient;
    private final Duration timeout;
    private final Future<?> watching;
    private final Set<LettuceCall> inFlight = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean leaving = new AtomicBoolean();
    private volatile long downSince = System.nanoTime();
    private final RedisConnectionStateListener onDisconnect = new RedisConnectionStateListener() {
        @Override
        public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
            // On a cluster a call fails when Lettuce is about to send it again, or by its timeout: a connection
            // that was only for looking at the topology ends there, too, and no call with it.
            if (lost == connection) {
                downSince = System.nanoTime();
                failSent();
            }
        }
    };

    private LettuceDriver(
            AbstractRedisClient client,
            boolean ownsClient,
            StatefulConnection<String, String> connection,
            StatefulRedisPubSubConnection<String, String> pubSub,
            Duration timeout) {
        this.client = client;
        this.ownsClient = ownsClient;
        this.connection = connection;
        this.subscriptions = new LettuceSubscriptions(pubSub);
        this.timeout = timeout;
        this.watching = client.getResources()
                .eventExecutorGroup()
                .scheduleWithFixedDelay(this::failLate, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        client.addListener(onDisconnect);
    }

    /**
     * Returns a driver for a single server, or for the master that Sentinel names.
     *
     * @param client a client made with a Redis URI; it stays the caller's
     * @param timeout how long a call may take
     * @throws io.lettuce.core.RedisException if Redis cannot be reached
     */
    public static LettuceDriver of(RedisClient client, Duration timeout) {
        StatefulRedisConnection<String, String> connection = client.connect();
        try {
            return new LettuceDriver(client, false, connection, client.connectPubSub(), timeout);
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Returns a driver for a cluster. It opens a client of its own with the same nodes, credentials, options and resources, and follows
     * changes of the topology even if the given client does not.
     *
     * @param client a cluster client; it stays the caller's
     * @param timeout how long a call may take
     * @throws io.lettuce.core.RedisException if the cluster cannot be reached
     */
    public static LettuceDriver of(RedisClusterClient client, Duration timeout) {
        List<RedisURI> nodes =
                client.getPartitions().stream().map(node -> node.getUri()).toList();
        RedisClusterClient own = RedisClusterClient.create(client.getResources(), nodes);
        own.setOptions(followingTopology((ClusterClientOptions) client.getOptions()));
        try {
            return new LettuceDriver(own, true, own.connect(), own.connectPubSub(), timeout);
        } catch (RuntimeException e) {
            own.shutdown(Duration.ZERO, Duration.ofSeconds(2)); // with whatever was connected
            throw e;
        }
    }

    /**
     * Returns a driver for the servers of a Spring Data connection factory; the factory itself and its connections stay untouched.
     *
     * @param factory a started factory for a single server, Sentinel or a cluster
     * @param timeout how long a call may take
     * @throws io.lettuce.core.RedisException if Redis cannot be reached
     */
    public static LettuceDriver of(LettuceConnectionFactory factory, Duration timeout) {
        AbstractRedisClient client = factory.getRequiredNativeClient();
        if (client instanceof RedisClusterClient cluster) {
            return of(cluster, timeout);
        }
        return of((RedisClient) client, timeout);
    }

    private static ClusterClientOptions followingTopology(ClusterClientOptions options) {
        ClusterTopologyRefreshOptions refresh = options.getTopologyRefreshOptions();
        if (refresh != null && !refresh.getAdaptiveRefreshTriggers().isEmpty()) {
            return options;
        }
        return options.mutate()
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enableAllAdaptiveRefreshTriggers()
                        .enablePeriodicRefresh()
                        .build())
                .build();
    }

    @Override
    public CompletionStage<Reply> eval(LuaScript script, List<String> keys, List<String> args) {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        send(LettuceCall.byDigest(script, keys, args, System.nanoTime() + timeout.toNanos()), answer);
        return answer;
    }

    private void send(LettuceCall call, CompletableFuture<Reply> answer) {
        inFlight.add(call);
        call.items().whenComplete((items, error) -> {
            inFlight.remove(call);
            if (error == null) {
                answer.complete(Reply.ofNormalised(items));
            } else if (call.withdraw()) {
                answer.completeExceptionally(Failures.notSent(call.script(), error));
            } else if (call.isByDigest() && Failures.noScript(replied(error))) {
                send(call.inFull(), answer);
            } else {
                answer.completeExceptionally(Failures.sent(call.script(), replied(error), error));
                if (Failures.readOnly(replied(error))) {
                    leaveReplica();
                }
            }
        });
        try {
            connection.dispatch(call);
        } catch (RuntimeException e) {
            call.completeExceptionally(e);
        }
    }

    private static @Nullable String replied(Throwable error) {
        return error instanceof RedisCommandExecutionException ? error.getMessage() : null;
    }

    /** Makes Lettuce connect anew, and so ask again who is the master: this one has become a replica and kept our connection. */
    private void leaveReplica() {
        if (connection instanceof StatefulRedisConnection<String, String> single
                && leaving.compareAndSet(false, true)) {
            single.async().quit().whenComplete((done, error) -> leaving.set(false));
        }
    }

    private void failLate() {
        long now = System.nanoTime();
        boolean away = isAway(now);
        inFlight.forEach(call -> {
            if (away) {
                call.failIfNotSent();
            }
            call.failIfLate(now);
        });
    }

    /** Whether the connection is down for too long to wait for it: purchases should learn in time that nothing happened. */
    private boolean isAway(long now) {
        return connection instanceof StatefulRedisConnection
                && !connection.isOpen()
                && now - downSince > timeout.toNanos() / 4;
    }

    /** Keeps Lettuce from sending calls a second time after it has reconnected. */
    private void failSent() {
        inFlight.forEach(LettuceCall::failIfSent);
    }

    @Override
    public Subscription subscribe(String channel, Consumer<String> listener) {
        return subscriptions.subscribe(channel, listener);
    }

    @Override
    public void close() {
        watching.cancel(false);
        client.removeListener(onDisconnect);
        subscriptions.close();
        connection.close();
        failSent();
        if (ownsClient) {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }
}
