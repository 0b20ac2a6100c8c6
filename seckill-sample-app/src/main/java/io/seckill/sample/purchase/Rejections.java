package io.seckill.sample.purchase;

import static org.springframework.http.HttpStatus.CONFLICT;
import static org.springframework.http.HttpStatus.GONE;
import static org.springframework.http.HttpStatus.NOT_FOUND;
import static org.springframework.http.HttpStatus.TOO_MANY_REQUESTS;
import static org.springframework.http.ProblemDetail.forStatusAndDetail;

import io.seckill.OrderId;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.sample.web.Problems;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** Answers a "no". Most answers of a flash sale are one, so it is a value: an exception would cost a stack trace each. */
final class Rejections {

    private Rejections() {}

    static ResponseEntity<ProblemDetail> answer(Rejected rejected) {
        ProblemDetail problem = problem(rejected);
        Problems.coded(problem, rejected.reason().name());
        problem.setProperty("reason", rejected.reason().name());
        problem.setProperty(
                "orderIds", rejected.held().stream().map(OrderId::value).toList());
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.status(problem.getStatus()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (rejected.reason() == Reason.BUSY) {
            answer.header(
                    HttpHeaders.RETRY_AFTER,
                    rejected.retryAfter().map(Rejections::seconds).orElse(Problems.SOON));
        }
        return answer.body(problem);
    }

    /** Rounds up: who comes at the very second named is not turned away again. */
    private static String seconds(Duration wait) {
        return String.valueOf(Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds()));
    }

    private static ProblemDetail problem(Rejected rejected) {
        return switch (rejected.reason()) {
            case UNKNOWN_SALE -> forStatusAndDetail(NOT_FOUND, "there is no such sale; GET /api/sales lists them");
            case NOT_STARTED -> forStatusAndDetail(CONFLICT, "the sale has not started yet");
            case ENDED -> forStatusAndDetail(GONE, "the sale is over");
            case PAUSED -> forStatusAndDetail(CONFLICT, "the sale is paused; try again later");
            case SOLD_OUT ->
                forStatusAndDetail(
                        CONFLICT,
                        rejected.held().isEmpty()
                                ? "there are not as many left"
                                : "there are not as many left; what you hold stays yours");
            case LIMIT_REACHED ->
                forStatusAndDetail(
                        CONFLICT,
                        rejected.held().isEmpty()
                                ? "the quantity is more than one buyer may have"
                                : "with the orders you hold it would be more than one buyer may have");
            case RELEASED -> forStatusAndDetail(CONFLICT, "this purchase was undone; buy again as a new one");
            case BUSY -> forStatusAndDetail(TOO_MANY_REQUESTS, "too many buyers at once; try again in a moment");
        };
    }
}
