package io.seckill.sample.purchase;

import static org.springframework.http.HttpStatus.CONFLICT;
import static org.springframework.http.HttpStatus.GONE;
import static org.springframework.http.HttpStatus.TOO_MANY_REQUESTS;

import io.seckill.OrderId;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.sample.web.Problems;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Gives each reason for a "no" its HTTP status, and the name of the reason as {@code reason}. */
final class Rejections {

    private Rejections() {}

    static ErrorResponseException of(Rejected rejected) {
        Reason reason = rejected.reason();
        ErrorResponseException problem = switch (reason) {
            case UNKNOWN_SALE -> Problems.notFound("there is no such sale; GET /api/sales lists them");
            case ENDED -> Problems.of(GONE, "the sale is over");
            case BUSY -> Problems.tryAgainSoon(TOO_MANY_REQUESTS, "too many buyers at once; try again in a moment");
            case NOT_STARTED -> Problems.of(CONFLICT, "the sale has not started yet");
            case PAUSED -> Problems.of(CONFLICT, "the sale is paused; try again later");
            case SOLD_OUT -> Problems.of(CONFLICT, "there are not as many left");
            case LIMIT_REACHED -> Problems.of(CONFLICT, "you hold as many as one buyer may have");
            case RELEASED -> Problems.of(CONFLICT, "this purchase was undone; buy again as a new one");
        };
        ProblemDetail body = problem.getBody();
        body.setProperty("reason", reason.name());
        body.setProperty(
                "orderIds", rejected.held().stream().map(OrderId::value).toList());
        return problem;
    }
}
