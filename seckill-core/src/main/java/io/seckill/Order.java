package io.seckill;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * An order, or a recorded refusal, as the ledger has it.
 *
 * @param reservation what was delivered; request key and origin are not kept here
 * @param status where it stands
 * @param reason why it was cancelled or refused
 * @param created when the ledger stored it
 * @param payBy until when it can be paid for certain; afterwards it may be cancelled at any moment
 * @since 0.1
 */
public record Order(
        Reservation reservation, OrderStatus status, Optional<ReleaseReason> reason, Instant created, Instant payBy) {

    /** Checks that nothing is missing. */
    public Order {
        Objects.requireNonNull(reservation, "reservation");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(created, "created");
        Objects.requireNonNull(payBy, "payBy");
    }

    /** Returns this order with another status and the reason for it. */
    public Order withStatus(OrderStatus newStatus, Optional<ReleaseReason> newReason) {
        return new Order(reservation, newStatus, newReason, created, payBy);
    }
}
