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

    private final Map<String, List<Consumer<String>>> byChannel = new ConcurrentHashMap<>();

    Subscription add(String channel, Consumer<String> listener) {
        // Wrapped, so that the same listener added twice is two.
        Consumer<String> entry = listener::accept;
        byChannel.computeIfAbsent(channel, c -> new CopyOnWriteArrayList<>()).add(entry);
        return () -> of(channel).remove(entry);
    }

    boolean has(String channel) {
        return !of(channel).isEmpty();
    }

    void tell(String channel, String message) {
        for (Consumer<String> listener : of(channel)) {
            try {
                listener.accept(message);
            } catch (RuntimeException e) {
                log.warn("a listener on {} failed for message '{}'", channel, message, e);
            }
        }
    }

    private List<Consumer<String>> of(String channel) {
        return byChannel.getOrDefault(channel, List.of());
    }
}
