package io.seckill.jdbc;

import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code seckill_order}.
 *
 * @param slot number of a live order among the buyer's, null if it is not live
 */
record OrderRow(
        Reservation reservation,
        OrderStatus status,
        @Nullable Integer slot,
        Optional<ReleaseReason> reason,
        Instant created,
        Instant payBy,
        Optional<PaymentId> payment) {

    static OrderRow live(Reservation reservation, int slot, Instant now, Duration payWithin) {
        return new OrderRow(
                reservation, OrderStatus.UNPAID, slot, Optional.empty(), now, now.plus(payWithin), Optional.empty());
    }

    static OrderRow refused(Reservation reservation, ReleaseReason reason, Instant now) {
        return new OrderRow(reservation, OrderStatus.REFUSED, null, Optional.of(reason), now, now, Optional.empty());
    }

    Order order() {
        return new Order(reservation, status, reason, created, payBy);
    }

    OrderId id() {
        return reservation.order();
    }
}
