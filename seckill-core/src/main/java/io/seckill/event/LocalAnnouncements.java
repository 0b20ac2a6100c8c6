package io.seckill.event;

import io.seckill.OrderId;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.spi.Subscription;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Announcements of a node that has no other to talk to. */
final class LocalAnnouncements implements OrderAnnouncements {

    private final List<Consumer<List<OrderId>>> listeners = new CopyOnWriteArrayList<>();

    @Override
    public void announce(Collection<OrderId> changed) {
        List<OrderId> orders = List.copyOf(changed);
        listeners.forEach(listener -> listener.accept(orders));
    }

    @Override
    public Subscription onChanged(Consumer<List<OrderId>> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
