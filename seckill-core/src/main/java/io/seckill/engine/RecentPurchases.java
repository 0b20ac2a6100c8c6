package io.seckill.engine;

import io.seckill.OrderId;
import io.seckill.Reservation;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers purchases that were accepted lately. Every order id has one place in a fixed table, and whoever comes last has it: so
 * remembering is one write, as the path of a purchase needs, and what is forgotten must be asked for elsewhere. Thread-safe.
 */
final class RecentPurchases {

    private static final int PLACES = 1 << 17;

    /**
     * A purchase.
     *
     * @param trustedUntil instant until which nothing else is expected to be known of it
     */
    record Purchase(Reservation reservation, long trustedUntil) {}

    private final AtomicReferenceArray<@Nullable Purchase> table = new AtomicReferenceArray<>(PLACES);

    void remember(Reservation reservation, long trustedUntil) {
        table.setRelease(place(reservation.order()), new Purchase(reservation, trustedUntil));
    }

    @Nullable
    Purchase find(OrderId order) {
        Purchase purchase = table.getAcquire(place(order));
        return purchase != null && purchase.reservation.order().equals(order) ? purchase : null;
    }

    /** More may be known by now. */
    void distrust(OrderId order, long now) {
        Purchase purchase = find(order);
        if (purchase != null && purchase.trustedUntil - now > 0) {
            table.compareAndSet(place(order), purchase, new Purchase(purchase.reservation, now));
        }
    }

    void forget(OrderId order) {
        Purchase purchase = find(order);
        if (purchase != null) {
            table.compareAndSet(place(order), purchase, null);
        }
    }

    private static int place(OrderId order) {
        int hash = order.value().hashCode();
        return (hash ^ hash >>> 16) & PLACES - 1;
    }
}
