package io.seckill;

import java.time.Instant;
import java.util.Objects;

/**
 * A sale as its backend saw it at one instant. With a fused gate {@code available + reserved + sold == sale.total()} holds in every
 * status.
 *
 * @param sale the definition, with the stock that was added later
 * @param state what the operator decided
 * @param available items nobody holds, at least 0
 * @param reserved items held by reservations and unpaid orders, at least 0
 * @param sold items paid for, at least 0
 * @param serverTime the backend's clock, which judges the window
 * @since 0.1
 */
public record SaleStatus(Sale sale, SaleState state, long available, long reserved, long sold, Instant serverTime) {

    /** Checks that nothing is missing. */
    public SaleStatus {
        Objects.requireNonNull(sale, "sale");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(serverTime, "serverTime");
    }

    /** Returns whether a purchase at {@code serverTime} would have been inside the window of an open sale. */
    public boolean selling() {
        return state == SaleState.OPEN && !serverTime.isBefore(sale.opens()) && serverTime.isBefore(sale.closes());
    }
}
