package io.seckill.jdbc;

import io.seckill.Sale;

/** A row of {@code seckill_sale}. */
record SaleRow(Sale sale, long initialTotal, long held) {

    boolean isDefinedAs(Sale other) {
        return sale.equals(other) || sale.withTotal(initialTotal).equals(other);
    }
}
