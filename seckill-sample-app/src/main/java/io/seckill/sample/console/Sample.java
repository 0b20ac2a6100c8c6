package io.seckill.sample.console;

import io.seckill.SaleId;
import io.seckill.SaleStatus;
import java.time.Instant;
import java.util.Map;

/**
 * One second of the shop.
 *
 * @param figures those that could be had
 * @param stocks of the sales shown; empty if Redis gave no answer
 */
record Sample(Instant at, Map<Figure, Double> figures, Map<SaleId, Stock> stocks) {

    /**
     * What has become of the items of a sale.
     *
     * @param available nobody holds them
     * @param reserved held and not paid
     * @param sold paid
     */
    record Stock(long available, long reserved, long sold) {

        static Stock of(SaleStatus status) {
            return new Stock(status.available(), status.reserved(), status.sold());
        }
    }
}
