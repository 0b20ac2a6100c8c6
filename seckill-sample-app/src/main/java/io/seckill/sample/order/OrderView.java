package io.seckill.sample.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seckill.Holding;
import io.seckill.Order;
import io.seckill.OrderStatus;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer may see of an order.
 *
 * @param status {@code QUEUED} on its way to the database, then what the ledger says
 * @param reason why it was refused or cancelled; left out otherwise
 */
record OrderView(
        String orderId,
        String saleId,
        int quantity,
        String status,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reason) {

    static OrderView of(Order order) {
        return of(order.reservation(), order.status().name(), order.reason());
    }

    static OrderView of(Holding holding) {
        String status = holding.live() ? "QUEUED" : OrderStatus.REFUSED.name();
        return of(holding.reservation(), status, holding.released());
    }

    private static OrderView of(Reservation reservation, String status, Optional<ReleaseReason> reason) {
        return new OrderView(
                reservation.order().value(),
                reservation.sale().value(),
                reservation.quantity(),
                status,
                reason.map(ReleaseReason::tag).orElse(null));
    }
}
