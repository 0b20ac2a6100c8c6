package io.seckill.sample.sale;

import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.sample.web.Input;
import io.seckill.sample.web.Problems;
import io.seckill.sample.web.Wrong;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;

/**
 * What the operator sends to open a sale. The bounds of the numbers are the library's own.
 *
 * @param payWithinSeconds how long an order waits for its payment; half an hour if it is not given
 */
record NewSale(
        @NotNull @Pattern(regexp = Input.ID) String id,

        @NotBlank @Size(max = 100) @Pattern(regexp = Input.TEXT)
        String title,

        @Range(min = 0, max = MOST_CENTS) @Nullable Long priceCents,
        @NotNull @Range(min = 1, max = Sale.MAX_TOTAL) Long total,
        @NotNull @Range(min = 1, max = Sale.MAX_LIMIT) Integer limit,
        @NotNull Instant opens,
        @NotNull Instant closes,
        @Range(min = 1, max = MOST_SECONDS) @Nullable Integer payWithinSeconds) {

    /** The price of all items that a sale can have still fits into a {@code long}. */
    private static final long MOST_CENTS = 1_000_000_000;

    private static final long MOST_SECONDS = 366L * 24 * 60 * 60;

    VoucherSale toVoucherSale() {
        if (!Input.instant("opens", opens).isBefore(Input.instant("closes", closes))) {
            throw Problems.wrong(Wrong.of("closes", "TOO_EARLY", "must be later than opens, " + opens, closes));
        }
        Duration payWithin = payWithinSeconds == null ? Sale.DEFAULT_PAY_WITHIN : Duration.ofSeconds(payWithinSeconds);
        return new VoucherSale(
                title,
                priceCents == null ? 0 : priceCents,
                new Sale(new SaleId(id), total, limit, opens, closes, payWithin));
    }
}
