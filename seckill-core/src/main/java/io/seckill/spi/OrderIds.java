package io.seckill.spi;

import io.seckill.OrderId;

/**
 * Makes order ids, before the purchase.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface OrderIds {

    /**
     * Returns an order id that no node has returned before or will return again. Fast enough for the hot path: no I/O in the common
     * case.
     *
     * @throws io.seckill.SeckillUnavailableException if no id can be made that is certainly unique; nothing changed
     */
    OrderId next();
}
