package io.seckill.memory;

import io.seckill.OrderId;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.spi.Subscription;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells this JVM of changed orders, on the thread that announces them.
 *
 * @since 0.1
 */
public final class InMemoryOrderAnnouncements implements OrderAnnouncements {

    private static final Logger log = LoggerFactory.getLogger(InMemoryOrderAnnouncements.class);

    private final List<Consumer<List<OrderId>>> listeners = new CopyOnWriteArrayList<>();

    @Override
    public void announce(Collection<OrderId> changed) {
        if (changed.isEmpty()) {
            return;
        }
        List<OrderId> orders = List.copyOf(changed);
        for (Consumer<List<OrderId>> listener : listeners) {
            try {
                listener.accept(orders);
            } catch (RuntimeException e) {
                log.warn("A listener failed for {} changed orders", orders.size(), e);
            }
        }
    }

    @Override
    public Subscription onChanged(Consumer<List<OrderId>> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
