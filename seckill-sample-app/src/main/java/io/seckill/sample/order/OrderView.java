package io.seckill.sample.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seckill.Order;
import io.seckill.OrderProgress;
import io.seckill.OrderStatus;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer may see of an order.
 *
 * @param status {@code QUEUED} on its way to the database, then what the ledger says
 * @param payBy until when it can be paid for certain; only while it is unpaid
 * @param reason why it was refused or cancelled; left out otherwise
 */
record OrderView(
        String orderId,
        String saleId,
        int quantity,
        String status,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant payBy,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reason) {

    private static final String QUEUED = "QUEUED";

    /** Returns what is known of an order, empty if nothing is. */
    static Optional<OrderView> of(OrderProgress progress) {
        if (progress instanceof OrderProgress.Queued queued) {
            return Optional.of(of(queued.reservation(), QUEUED, null, Optional.empty()));
        }
        if (progress instanceof OrderProgress.Stored stored) {
            return Optional.of(of(stored.order()));
        }
        return progress instanceof OrderProgress.Released released
                ? Optional.of(
                        of(released.reservation(), OrderStatus.REFUSED.name(), null, Optional.of(released.reason())))
                : Optional.empty();
    }

    static OrderView of(Order order) {
        Instant payBy = order.status() == OrderStatus.UNPAID ? order.payBy() : null;
        return of(order.reservation(), order.status().name(), payBy, order.reason());
    }

    private static OrderView of(
            Reservation reservation, String status, @Nullable Instant payBy, Optional<ReleaseReason> reason) {
        return new OrderView(
                reservation.order().value(),
                reservation.sale().value(),
                reservation.quantity(),
                status,
                payBy,
                reason.map(ReleaseReason::tag).orElse(null));
    }

    boolean queued() {
        return status.equals(QUEUED);
    }

    /** Returns whether nothing will change any more. */
    boolean last() {
        return !queued() && !status.equals(OrderStatus.UNPAID.name());
    }
}
