package io.seckill.sample.sale;

import io.seckill.Operator;
import io.seckill.RequestKey;
import io.seckill.Sale;
import org.jspecify.annotations.Nullable;

/**
 * How the operator changes the stock of a sale: by one of the two.
 *
 * @param add items to put on sale
 * @param withdraw items to take out of it
 * @param key the operator's own name for this change, so that a double click changes once
 */
record StockBody(
        @Nullable Long add,
        @Nullable Long withdraw,
        @Nullable String key) {

    /** Returns how many items more, or less if it is negative. */
    long change() {
        if ((add == null) == (withdraw == null)) {
            throw new IllegalArgumentException("send either add or withdraw");
        }
        return add == null ? -positive("withdraw", withdraw) : positive("add", add);
    }

    private static long positive(String name, @Nullable Long quantity) {
        if (quantity == null || quantity < 1 || quantity > Sale.MAX_TOTAL) {
            throw new IllegalArgumentException(name + " must be 1 to " + Sale.MAX_TOTAL + ", but was " + quantity);
        }
        return quantity;
    }

    Operator by(Operator operator) {
        return key == null ? operator : operator.once(new RequestKey(key));
    }
}
