package io.seckill.sample.sale;

import io.seckill.Sale;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import java.time.Instant;

/**
 * What everybody may see of a sale. A countdown should run by {@code serverTime}, which judges the window, and not by the clock of the
 * buyer's device.
 */
record SaleView(
        String id,
        String title,
        long priceCents,
        SaleState state,
        boolean selling,
        long total,
        long available,
        int limit,
        Instant opens,
        Instant closes,
        Instant serverTime) {

    static SaleView of(VoucherSale voucher, SaleStatus status) {
        Sale sale = status.sale();
        return new SaleView(
                sale.id().value(),
                voucher.title(),
                voucher.priceCents(),
                status.state(),
                status.selling(),
                sale.total(),
                status.available(),
                sale.limit(),
                sale.opens(),
                sale.closes(),
                status.serverTime());
    }
}
