package io.seckill.spring.metrics;

/**
 * Names and tags of all meters; {@code docs/meters.md} explains them. Tags have few values: buyers and orders are never among them, and of
 * sales only so many as a property allows.
 */
final class SeckillMeters {

    /** Counts answered purchases; outcome is accepted, replayed or the reason of a rejection. */
    static final String PURCHASES = "seckill.purchases";

    /** Counts those of the answers that were "sold out" from this node's own memory. */
    static final String PURCHASES_LATCHED = "seckill.purchases.latched";

    /** Counts those of the answers that a limiter gave, by what it counts. */
    static final String PURCHASES_LIMITED = "seckill.purchases.limited";

    /** Counts purchases that got no answer; outcome is known (nothing changed) or unknown. */
    static final String PURCHASES_FAILED = "seckill.purchases.failed";

    /** Times the calls of the gate. */
    static final String GATE = "seckill.gate";

    /** Sums up how many purchases a call of the gate carried. */
    static final String BATCH_SIZE = "seckill.batch.size";

    /** Purchases that wait on this node to be sent. */
    static final String ENGINE_QUEUED = "seckill.engine.queued";

    /** Calls of the gate under way from this node. */
    static final String ENGINE_CALLS = "seckill.engine.calls";

    /** Items of a sale that nobody holds. */
    static final String SALE_AVAILABLE = "seckill.sale.available";

    /** Items of a sale that are held and not paid. */
    static final String SALE_RESERVED = "seckill.sale.reserved";

    /** Items of a sale that are paid. */
    static final String SALE_SOLD = "seckill.sale.sold";

    /** Counts reservations handed to the order sink; outcome is that of the delivery. */
    static final String DELIVERIES = "seckill.deliveries";

    /** Parcels in the outbox, of all partitions. */
    static final String OUTBOX_PARCELS = "seckill.outbox.parcels";

    /** Parcels taken by a relay and not settled. */
    static final String OUTBOX_PENDING = "seckill.outbox.pending";

    /** Age of the oldest parcel: how far the relay is behind. */
    static final String OUTBOX_AGE = "seckill.outbox.age";

    /** Reservations that were given up and wait for a decision. */
    static final String DEAD_LETTERS = "seckill.dead.letters";

    /** Counts orders by what became of them: stored, paid, paid-too-late, cancelled or expired. */
    static final String ORDERS = "seckill.orders";

    /** Counts orders that the gate was told of after they were paid, cancelled or refused; outcome is told, or retry where it failed. */
    static final String GATE_TOLD = "seckill.gate.told";

    /** Counts calls of the handler of late payments; outcome is refunded, or retry where it failed. */
    static final String LATE_PAYMENTS = "seckill.late.payments";

    /** Counts differences that reconciliations found, by kind. */
    static final String DRIFT = "seckill.drift";

    /** Counts events that were dropped because listeners are too slow. */
    static final String EVENTS_DROPPED = "seckill.events.dropped";

    /** How something ended. */
    static final String OUTCOME = "outcome";

    /** What became of an order. */
    static final String CHANGE = "change";

    /** Which kind of several. */
    static final String KIND = "kind";

    /** The id of a sale. */
    static final String SALE = "sale";

    private SeckillMeters() {}
}
