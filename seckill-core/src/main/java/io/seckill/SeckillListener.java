package io.seckill;

/**
 * Is told what happens to purchases, orders and sales. Every method does nothing unless overridden.
 *
 * <p>Best effort, for notices and figures: called on one thread of each node, in order, after the fact; what it throws is logged and
 * harms nothing; events are dropped, and counted, while it is so slow that too many wait. What must not be missed belongs into the {@link
 * io.seckill.spi.OrderSink} or the {@link io.seckill.spi.LatePaymentHandler}. An event is told on the node where it happened, or that noticed
 * it; after a crash or a retry it may be told again.
 *
 * @since 0.1
 */
public interface SeckillListener {

    /** A purchase was accepted: its stock is held. */
    default void accepted(Reservation reservation) {}

    /** The order sink has the order. */
    default void stored(Reservation reservation) {}

    /** The order sink will never take the order; its stock went back. */
    default void refused(Reservation reservation, ReleaseReason reason) {}

    /** The order could not be delivered and became a dead letter; its stock stays held. */
    default void deadLettered(Reservation reservation, String lastError) {}

    /** The order is paid. */
    default void paid(Order order) {}

    /** A payment came for an order that could not take it. */
    default void paidTooLate(LatePayment payment) {}

    /** Somebody cancelled the order. */
    default void cancelled(Order order) {}

    /** The order was not paid in time. */
    default void expired(Order order) {}

    /** Little is left; told once until there is more again. */
    default void stockLow(SaleStatus sale) {}

    /** Nothing is left; told once until there is something again. */
    default void soldOut(SaleStatus sale) {}

    /** The sale is over and its figures are final. */
    default void settled(SaleStatus sale) {}
}
