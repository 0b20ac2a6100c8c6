package io.seckill.sample.web;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Makes the errors that endpoints throw; Spring answers them as {@code application/problem+json}. */
public final class Problems {

    /** The value of {@code Retry-After}, in seconds, where trying again soon makes sense. */
    public static final String SOON = "1";

    private Problems() {}

    /** Returns the error with this status, and what is wrong and what to do in words. */
    public static ErrorResponseException of(HttpStatus status, String detail) {
        return new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, detail), null);
    }

    /** Returns the error for something that is not there, or not for this caller. */
    public static ErrorResponseException notFound(String detail) {
        return of(HttpStatus.NOT_FOUND, detail);
    }

    /** Returns the error of something that may work in a second: it carries {@code Retry-After}. */
    public static ErrorResponseException tryAgainSoon(HttpStatus status, String detail) {
        ErrorResponseException problem = of(status, detail);
        problem.getHeaders().set(HttpHeaders.RETRY_AFTER, SOON);
        return problem;
    }
}
