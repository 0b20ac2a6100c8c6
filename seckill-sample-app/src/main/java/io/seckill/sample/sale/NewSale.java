package io.seckill.sample.sale;

import io.seckill.Sale;
import io.seckill.SaleId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the operator sends to open a sale. The bounds of the numbers are the library's own.
 *
 * @param payWithinSeconds how long an order waits for its payment; half an hour if it is not given
 */
record NewSale(
        @NotNull String id,
        @NotBlank @Size(max = 100) String title,
        @PositiveOrZero @Max(MOST_CENTS) @Nullable Long priceCents,
        @NotNull Long total,
        @NotNull Integer limit,
        @NotNull Instant opens,
        @NotNull Instant closes,
        @Nullable Integer payWithinSeconds) {

    /** The price of all items that a sale can have still fits into a {@code long}. */
    private static final long MOST_CENTS = 1_000_000_000;

    VoucherSale toVoucherSale() {
        Duration payWithin = payWithinSeconds == null ? Sale.DEFAULT_PAY_WITHIN : Duration.ofSeconds(payWithinSeconds);
        return new VoucherSale(
                title,
                priceCents == null ? 0 : priceCents,
                new Sale(new SaleId(id), total, limit, opens, closes, payWithin));
    }
}
