package io.seckill.catalog;

import io.seckill.Sale;
import io.seckill.SaleState;
import java.util.Objects;

/**
 * What a page says about a sale without asking how much is left.
 *
 * @param sale the definition
 * @param state what the operator decided
 * @since 0.1
 */
public record Listing(Sale sale, SaleState state) {

    /** Checks that nothing is missing. */
    public Listing {
        Objects.requireNonNull(sale, "sale");
        Objects.requireNonNull(state, "state");
    }
}
