package io.seckill.sample.sale;

import io.seckill.Operator;
import io.seckill.RequestKey;
import io.seckill.Sale;
import io.seckill.sample.web.Input;
import io.seckill.sample.web.Problems;
import io.seckill.sample.web.Wrong;
import jakarta.validation.constraints.Pattern;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * How the operator changes the stock of a sale: by one of the two.
 *
 * @param add items to put on sale
 * @param withdraw items to take out of it
 * @param key the operator's own name for this change, so that a double click changes once
 */
record StockBody(
        @Range(min = 1, max = Sale.MAX_TOTAL) @Nullable Long add,
        @Range(min = 1, max = Sale.MAX_TOTAL) @Nullable Long withdraw,
        @Pattern(regexp = Input.ID) @Nullable String key) {

    /** Returns how many items more, or less if it is negative. */
    long change() {
        if (add != null && withdraw != null) {
            throw Problems.of(
                    HttpStatus.BAD_REQUEST,
                    "send either add or withdraw, not add " + add + " and withdraw " + withdraw);
        }
        if (add != null) {
            return add;
        }
        if (withdraw == null) {
            throw Problems.wrong(Wrong.of("add", "MISSING", "is missing: send either add or withdraw", null));
        }
        return -withdraw;
    }

    Operator by(Operator operator) {
        return key == null ? operator : operator.once(new RequestKey(key));
    }
}
