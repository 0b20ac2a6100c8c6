package io.seckill.sample.purchase;

import io.seckill.BuyerId;
import io.seckill.SaleId;
import io.seckill.Sales;
import io.seckill.sample.security.SampleProperties;
import io.seckill.sample.web.Problems;
import io.seckill.token.PurchaseTokens;
import io.seckill.token.TokenCheck;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponseException;

/** Hands out purchase tokens, and, where they are required, lets nobody buy without one. */
@Component
class Entrance {

    static final String HEADER = "X-Purchase-Token";

    private final Sales sales;
    private final PurchaseTokens tokens;
    private final boolean required;

    Entrance(Sales sales, PurchaseTokens tokens, SampleProperties properties) {
        this.sales = sales;
        this.tokens = tokens;
        this.required = properties.token().required();
    }

    PurchaseToken issue(SaleId sale, BuyerId buyer) {
        String token = sales.find(sale)
                .map(status -> tokens.issue(status.sale(), buyer))
                .orElseThrow(() -> Problems.notFound(
                        "UNKNOWN_SALE", "there is no sale '" + sale + "'; GET /api/sales lists them"));
        TokenCheck check = tokens.check(token, sale, buyer);
        if (check instanceof TokenCheck.Valid valid) {
            return new PurchaseToken(token, valid.until());
        }
        if (check instanceof TokenCheck.NotYet early) {
            throw Problems.of(
                    HttpStatus.CONFLICT,
                    "NOT_STARTED",
                    "there are no tokens yet for this sale; come back at " + early.from());
        }
        throw Problems.of(HttpStatus.GONE, "ENDED", "the sale is over");
    }

    /** Does nothing if the buyer may come in. */
    void check(@Nullable String token, SaleId sale, BuyerId buyer) {
        if (!required) {
            return;
        }
        String where = "GET /api/sales/" + sale + "/token gives you one";
        if (token == null) {
            throw noEntry("TOKEN_MISSING", "buying takes a token in the header " + HEADER + "; " + where);
        }
        TokenCheck check = tokens.check(token, sale, buyer);
        if (check instanceof TokenCheck.NotYet early) {
            throw noEntry("TOKEN_TOO_EARLY", "the token is valid from " + early.from() + " on");
        }
        if (check instanceof TokenCheck.Expired late) {
            throw noEntry("TOKEN_EXPIRED", "the token was valid until " + late.until() + "; " + where);
        }
        if (check instanceof TokenCheck.Foreign) {
            throw noEntry("TOKEN_FOREIGN", "the token is not yours for this sale; " + where);
        }
    }

    private static ErrorResponseException noEntry(String reason, String detail) {
        ErrorResponseException problem = Problems.of(HttpStatus.FORBIDDEN, reason, detail);
        problem.getBody().setProperty("reason", reason);
        return problem;
    }
}
