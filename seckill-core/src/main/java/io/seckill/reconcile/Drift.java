package io.seckill.reconcile;

import io.seckill.OrderId;
import java.util.List;
import java.util.Objects;

/**
 * One kind of difference.
 *
 * @param kind what differs
 * @param orders the orders that differ in this way; empty where it is about figures
 * @param figures the numbers that differ, in words; empty where it is about orders
 * @since 0.1
 */
public record Drift(DriftKind kind, List<OrderId> orders, String figures) {

    /** Copies the list. */
    public Drift {
        Objects.requireNonNull(kind, "kind");
        orders = List.copyOf(orders);
        Objects.requireNonNull(figures, "figures");
    }

    /** Returns how many differences these are: the orders, or one. */
    public int count() {
        return Math.max(1, orders.size());
    }
}
