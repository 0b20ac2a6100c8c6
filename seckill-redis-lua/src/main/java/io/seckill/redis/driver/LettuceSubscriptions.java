package io.seckill.redis.driver;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.seckill.spi.Subscription;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Listeners on one Pub/Sub connection. Lettuce subscribes again after it has reconnected; here is only what comes before and after. */
final class LettuceSubscriptions {

    private static final long RETRY_SECONDS = 1;

    private final StatefulRedisPubSubConnection<String, String> connection;
    private final Listeners listeners = new Listeners();
    /** So that the last listener's goodbye is not sent after the next one's greeting. Nothing waits for Redis under it. */
    private final Lock inOrder = new ReentrantLock();

    LettuceSubscriptions(StatefulRedisPubSubConnection<String, String> connection) {
        this.connection = connection;
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
                listeners.tell(channel, message);
            }
        });
    }

    Subscription subscribe(String channel, Consumer<String> listener) {
        inOrder.lock();
        try {
            Subscription subscription = listeners.add(channel, listener);
            subscribe(channel);
            return () -> unsubscribe(channel, subscription);
        } finally {
            inOrder.unlock();
        }
    }

    private void unsubscribe(String channel, Subscription subscription) {
        inOrder.lock();
        try {
            subscription.close();
            if (!listeners.has(channel) && connection.isOpen()) {
                connection.async().unsubscribe(channel).exceptionally(error -> null);
            }
        } finally {
            inOrder.unlock();
        }
    }

    void close() {
        connection.close();
    }

    private void subscribe(String channel) {
        connection.async().subscribe(channel).whenComplete((done, error) -> {
            if (error != null && listeners.has(channel) && connection.isOpen()) {
                CompletableFuture.delayedExecutor(
                                RETRY_SECONDS,
                                TimeUnit.SECONDS,
                                connection.getResources().eventExecutorGroup())
                        .execute(() -> subscribe(channel));
            }
        });
    }
}
