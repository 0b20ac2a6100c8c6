package io.seckill.sample.sale;

import io.seckill.Sale;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import java.time.Instant;

/**
 * What the operator sees of a sale.
 *
 * @param available items nobody holds
 * @param reserved items held by purchases on their way and by unpaid orders
 * @param sold items paid for
 */
record SaleFigures(
        String id,
        SaleState state,
        boolean selling,
        long total,
        long available,
        long reserved,
        long sold,
        Instant opens,
        Instant closes,
        Instant serverTime) {

    static SaleFigures of(SaleStatus status) {
        Sale sale = status.sale();
        return new SaleFigures(
                sale.id().value(),
                status.state(),
                status.selling(),
                sale.total(),
                status.available(),
                status.reserved(),
                status.sold(),
                sale.opens(),
                sale.closes(),
                status.serverTime());
    }
}
