package io.seckill.spi;

import io.seckill.PurchaseResult;
import java.time.Duration;

/**
 * Is told what happens, to count it. Called on hot paths and I/O threads: implementations must be fast and must not block or throw.
 *
 * @since 0.1
 */
public interface SeckillMetrics {

    /** Counts nothing. */
    SeckillMetrics NONE = new SeckillMetrics() {};

    /** A purchase was answered. */
    default void purchased(PurchaseResult result) {}

    /** That answer was "sold out" from this node's own memory; the gate was not asked. */
    default void latched() {}

    /** A purchase got no answer. */
    default void purchaseFailed(boolean outcomeKnown) {}

    /** A gate call for this many purchases was answered after this time. */
    default void admitted(int purchases, Duration took) {}

    /** A sink answered for this many reservations. */
    default void delivered(DeliveryOutcome outcome, int reservations) {}

    /** Orders of the ledger changed, each by this very call. */
    default void ordersChanged(OrderChangeKind kind, int orders) {}

    /** The gate was told of this many paid, cancelled or refused orders; or it could not be, and is told again later. */
    default void gateTold(boolean worked, int orders) {}

    /** A late payment was given back by the host's handler; or the handler failed, and is called again later. */
    default void latePaymentHandled(boolean refunded) {}

    /** A reconciliation found differences of a kind, which is one of a few words such as {@code order-lost}. */
    default void drifted(String kind, int differences) {}

    /** An event was dropped, because too many waited for slow listeners. */
    default void eventDropped() {}

    /** How an order changed, as a meter tag. */
    enum OrderChangeKind {
        /** It was paid. */
        PAID,
        /** A payment came for an order that could not take it. */
        PAID_TOO_LATE,
        /** Somebody cancelled it. */
        CANCELLED,
        /** It was not paid in time. */
        EXPIRED
    }

    /** A limiter of this kind turned a purchase away, which is answered BUSY. */
    default void limited(LimitKind kind) {}

    /** What a limiter counts by, as a meter tag. */
    enum LimitKind {
        /** All purchases on this node. */
        NODE,
        /** All purchases on all nodes. */
        CLUSTER,
        /** The purchases of one buyer, on all nodes. */
        BUYER,
        /** The purchases from one address, on all nodes. */
        ADDRESS
    }

    /** How a delivery ended, as a meter tag. */
    enum DeliveryOutcome {
        /** Stored by this delivery. */
        STORED,
        /** Stored by an earlier one. */
        ALREADY_STORED,
        /** Refused, and released. */
        REFUSED,
        /** To be tried again. */
        RETRY,
        /** Given up. */
        DEAD
    }
}
