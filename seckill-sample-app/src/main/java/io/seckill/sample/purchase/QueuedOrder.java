package io.seckill.sample.purchase;

import io.seckill.Reservation;

/**
 * An accepted purchase, on its way to the database.
 *
 * @param orderId text, since JavaScript loses the last digits of such large numbers
 * @param status always {@code QUEUED}
 */
record QueuedOrder(String orderId, String status) {

    static QueuedOrder of(Reservation reservation) {
        return new QueuedOrder(reservation.order().value(), "QUEUED");
    }
}
