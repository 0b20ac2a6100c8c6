package io.seckill.spring.metrics;

/** Names and tags of all meters. Tags have few values, fixed in advance; buyers, orders and sales are never among them. */
final class SeckillMeters {

    /** Counts answered purchases; outcome is accepted, replayed or the reason of a rejection. */
    static final String PURCHASES = "seckill.purchases";

    /** Counts purchases that got no answer; outcome is known (nothing changed) or unknown. */
    static final String PURCHASES_FAILED = "seckill.purchases.failed";

    /** Times the calls of the gate. */
    static final String GATE = "seckill.gate";

    /** Sums up how many purchases a call of the gate carried. */
    static final String BATCH_SIZE = "seckill.batch.size";

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

    /** How something ended. */
    static final String OUTCOME = "outcome";

    private SeckillMeters() {}
}
