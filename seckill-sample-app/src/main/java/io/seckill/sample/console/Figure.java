package io.seckill.sample.console;

import java.util.List;

/** What is measured each second. {@code docs/meters.md} explains the meters; those of purchases and orders belong to this node. */
enum Figure {
    /** Purchases per second, by outcome. */
    ACCEPTED("seckill.purchases", "outcome", "accepted"),
    REPLAYED("seckill.purchases", "outcome", "replayed"),
    SOLD_OUT("seckill.purchases", "outcome", "sold-out"),
    LIMIT_REACHED("seckill.purchases", "outcome", "limit-reached"),
    BUSY("seckill.purchases", "outcome", "busy"),
    NOT_SELLING("seckill.purchases", "outcome", "not-started", "ended", "paused", "unknown-sale", "released"),
    FAILED("seckill.purchases.failed", "outcome", "known", "unknown"),

    /** Orders per second, by what became of them. */
    STORED("seckill.orders", "change", "stored"),
    PAID("seckill.orders", "change", "paid"),
    CANCELLED("seckill.orders", "change", "cancelled", "expired"),

    /** Purchases in one call of the gate, on average over the second; missing without a call. */
    BATCH,
    /** Parcels in the outbox. */
    OUTBOX,
    /** Parcels taken by a relay and not settled. */
    PENDING,
    /** Age of the oldest parcel in seconds: how far the relay is behind. */
    LAG,
    /** Reservations that were given up and wait for a decision. */
    DEAD,
    /** Differences between gate and ledger in all sales shown, when they were last compared. */
    DRIFT;

    final String meter;
    final String tag;

    @SuppressWarnings("ImmutableEnumChecker") // it cannot be changed
    final List<String> values;

    Figure() {
        this("", "");
    }

    Figure(String meter, String tag, String... values) {
        this.meter = meter;
        this.tag = tag;
        this.values = List.of(values);
    }

    /** Returns whether it is the rate of a counter. */
    boolean counted() {
        return !values.isEmpty();
    }
}
