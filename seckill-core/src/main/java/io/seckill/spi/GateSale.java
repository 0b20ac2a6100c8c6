package io.seckill.spi;

import io.seckill.SaleStatus;
import java.util.Objects;

/**
 * A sale as the gate has it, all as of one instant.
 *
 * @param status definition, state and counters
 * @param epoch how often the gate's data was rebuilt
 * @param stockHalfDone whether a change of its stock is half done, so that gate and ledger may know different totals
 * @param stamp changes whenever anything is bought, paid or released of the sale; two equal ones mean that nothing was
 * @since 0.1
 */
public record GateSale(SaleStatus status, int epoch, boolean stockHalfDone, String stamp) {

    /** Checks that nothing is missing. */
    public GateSale {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(stamp, "stamp");
    }
}
