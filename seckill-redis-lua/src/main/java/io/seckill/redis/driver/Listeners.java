package io.seckill.redis.driver;

import io.seckill.spi.Subscription;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who listens to which channel. */
final class Listeners {

    private static final Logger log = LoggerFactory.getLogger(Listeners.class);

    private final Map<String, List<Listener>> byChannel = new ConcurrentHashMap<>();

    /** One for each subscription, so that the same consumer subscribed twice is two. */
    private static final class Listener {

        private final Consumer<String> consumer;

        Listener(Consumer<String> consumer) {
            this.consumer = consumer;
        }
    }

    Subscription add(String channel, Consumer<String> consumer) {
        Listener listener = new Listener(consumer);
        byChannel.computeIfAbsent(channel, c -> new CopyOnWriteArrayList<>()).add(listener);
        return () -> of(channel).remove(listener);
    }

    boolean has(String channel) {
        return !of(channel).isEmpty();
    }

    void tell(String channel, String message) {
        for (Listener listener : of(channel)) {
            try {
                listener.consumer.accept(message);
            } catch (RuntimeException e) {
                log.warn("a listener on {} failed for message '{}'", channel, message, e);
            }
        }
    }

    private List<Listener> of(String channel) {
        return byChannel.getOrDefault(channel, List.of());
    }
}
