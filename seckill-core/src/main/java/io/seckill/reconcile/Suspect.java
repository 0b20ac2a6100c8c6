package io.seckill.reconcile;

import io.seckill.BuyerId;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.Reservation;

/** An order of a buyer that may differ. */
record Suspect(BuyerId buyer, OrderId order) {

    static Suspect of(Reservation reservation) {
        return new Suspect(reservation.buyer(), reservation.order());
    }

    static Suspect of(Order order) {
        return of(order.reservation());
    }
}
