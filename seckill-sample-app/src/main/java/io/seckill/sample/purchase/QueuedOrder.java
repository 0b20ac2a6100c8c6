package io.seckill.sample.purchase;

import io.seckill.PurchaseResult.Accepted;

/**
 * An accepted purchase, on its way to the database.
 *
 * @param orderId text, since JavaScript loses the last digits of such large numbers
 * @param status always {@code QUEUED}
 * @param quantity how many are held, which a purchase sent again does not change
 * @param replayed whether it was accepted before, and this is that answer again
 */
record QueuedOrder(String orderId, String status, int quantity, boolean replayed) {

    static QueuedOrder of(Accepted accepted) {
        return new QueuedOrder(
                accepted.reservation().order().value(),
                "QUEUED",
                accepted.reservation().quantity(),
                accepted.replayed());
    }
}
