package io.seckill.spi;

import io.seckill.OrderId;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells every node that orders have changed: stored, refused, paid, cancelled. Best effort: an announcement may be lost, so nobody may
 * depend on it alone.
 *
 * @since 0.1
 */
public interface OrderAnnouncements {

    /** Tells all nodes, this one too. Returns at once and throws nothing. */
    void announce(Collection<OrderId> changed);

    /**
     * Calls the listener with orders that changed, until the returned handle is closed. The listener must not block.
     *
     * @return the handle; closing it twice is harmless
     */
    Subscription onChanged(Consumer<List<OrderId>> listener);
}
