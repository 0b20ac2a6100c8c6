package io.seckill.sample.console;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seckill.Sale;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A sale as it was seen last.
 *
 * @param drift how many differences between gate and ledger were found last; missing before the first look
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SaleRow(
        String id,
        SaleState state,
        boolean selling,
        long total,
        long available,
        long reserved,
        long sold,
        int limit,
        Instant opens,
        Instant closes,
        Instant serverTime,
        @Nullable Long drift) {

    static SaleRow of(SaleStatus status, OptionalLong drift) {
        Sale sale = status.sale();
        return new SaleRow(
                sale.id().value(),
                status.state(),
                status.selling(),
                sale.total(),
                status.available(),
                status.reserved(),
                status.sold(),
                sale.limit(),
                sale.opens(),
                sale.closes(),
                status.serverTime(),
                drift.isPresent() ? drift.getAsLong() : null);
    }
}
