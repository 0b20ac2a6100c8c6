package io.seckill.sample.sale;

import io.seckill.SaleId;
import io.seckill.sample.web.Input;
import io.seckill.sample.web.Problems;
import org.springframework.web.ErrorResponseException;

/** The ids of sales in the paths of endpoints. */
final class SaleIds {

    private SaleIds() {}

    static SaleId of(String sale) {
        return Input.valid(() -> new SaleId(sale));
    }

    static ErrorResponseException unknown(SaleId sale) {
        return Problems.notFound("UNKNOWN_SALE", "there is no sale '" + sale + "'; GET /api/sales lists them");
    }
}
