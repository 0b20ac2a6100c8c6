package io.seckill.redis.driver;

import io.seckill.internal.Trouble;
import io.seckill.spi.Subscription;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.SubscriptionListener;

/** Listens to one channel on one connection, and on a new one whenever that ends, until closed. Runs on a thread of its own. */
final class SpringDataSubscription implements Subscription, Runnable, MessageListener, SubscriptionListener {

    private static final Logger log = LoggerFactory.getLogger(SpringDataSubscription.class);

    private static final long PAUSE_MILLIS = 500;

    private final RedisConnectionFactory factory;
    private final byte[] channel;
    private final Listeners listeners = new Listeners();
    private final String name;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Trouble trouble;
    private volatile @Nullable RedisConnection connection;

    SpringDataSubscription(RedisConnectionFactory factory, String channel, Consumer<String> listener) {
        this.factory = factory;
        this.name = channel;
        this.trouble = new Trouble(log, "subscription to " + channel);
        this.channel = channel.getBytes(StandardCharsets.UTF_8);
        listeners.add(channel, listener);
    }

    @Override
    public void run() {
        try {
            do {
                try {
                    listen();
                } catch (RuntimeException e) {
                    if (closed.getCount() > 0) {
                        trouble.failed(e);
                    }
                }
            } while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Jedis blocks in {@code subscribe}; Lettuce and Redisson return from it, and reconnect by themselves. */
    private void listen() throws InterruptedException {
        try (RedisConnection current = factory.getConnection()) {
            connection = current;
            if (closed.getCount() == 0) {
                return;
            }
            current.subscribe(this, channel);
            trouble.worked();
            while (current.isSubscribed() && !closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                // still listening
            }
        } finally {
            connection = null;
        }
    }

    @Override
    public void onChannelSubscribed(byte[] subscribed, long count) {
        trouble.worked();
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        listeners.tell(name, new String(message.getBody(), StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        closed.countDown();
        RedisConnection current = connection;
        if (current != null) {
            try {
                var subscription = current.getSubscription();
                if (subscription != null) {
                    subscription.unsubscribe();
                }
            } catch (RuntimeException e) {
                log.debug("unsubscribing from {} failed; its connection is being closed anyway", name, e);
            }
        }
    }
}
