package io.seckill.spi;

import io.seckill.LatePayment;

/**
 * Gives late payments back: the host's refund.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface LatePaymentHandler {

    /**
     * Gives a payment back, or arranges it. Called at least once for each, until it returns normally; so it must be idempotent by order and
     * payment id. May block.
     *
     * @throws RuntimeException if it did not work; it is called again later, with growing pauses
     */
    void refund(LatePayment payment);
}
