package io.seckill.sample.web;

import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Makes the errors that endpoints throw; Spring answers them as {@code application/problem+json}. Each has a {@code code} that stays what it
 * is, so that a page can say it in its own words; where nothing more is known it is the name of the status.
 */
public final class Problems {

    /** The value of {@code Retry-After}, in seconds, where trying again soon makes sense. */
    public static final String SOON = "1";

    private static final String CODE = "code";

    private Problems() {}

    /** Returns the error with this status, and what is wrong and what to do in words. */
    public static ErrorResponseException of(HttpStatus status, String detail) {
        return of(status, status.name(), detail);
    }

    /** Returns the error with this status and code, and what is wrong and what to do in words; what nobody could see is taken out of them. */
    public static ErrorResponseException of(HttpStatus status, String code, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, visible(detail));
        return new ErrorResponseException(status, coded(problem, code), null);
    }

    /** Returns the error of input that breaks these rules; it carries them as {@code errors}. */
    public static ErrorResponseException wrong(Wrong... errors) {
        List<Wrong> sorted =
                Stream.of(errors).sorted(Comparator.comparing(Wrong::words)).toList();
        ErrorResponseException problem =
                of(HttpStatus.BAD_REQUEST, sorted.stream().map(Wrong::words).collect(joining("; ")));
        problem.getBody().setProperty("errors", sorted);
        return problem;
    }

    /** Returns the error for something that is not there, or not for this caller. */
    public static ErrorResponseException notFound(String code, String detail) {
        return of(HttpStatus.NOT_FOUND, code, detail);
    }

    /** Returns the error of something that may work in a second: it carries {@code Retry-After}. */
    public static ErrorResponseException tryAgainSoon(HttpStatus status, String code, String detail) {
        ErrorResponseException problem = of(status, code, detail);
        problem.getHeaders().set(HttpHeaders.RETRY_AFTER, SOON);
        return problem;
    }

    /** Returns the problem with this code. */
    public static ProblemDetail coded(ProblemDetail problem, String code) {
        problem.setProperty(CODE, code);
        return problem;
    }

    /** Returns the problem with the name of its status as its code, unless it has one. */
    static ProblemDetail coded(ProblemDetail problem) {
        if (Objects.requireNonNullElse(problem.getProperties(), Map.of()).containsKey(CODE)) {
            return problem;
        }
        HttpStatus status = HttpStatus.resolve(problem.getStatus());
        return coded(problem, status == null ? "HTTP_" + problem.getStatus() : status.name());
    }

    /** Control characters, and halves of characters, which could not be sent. */
    static String visible(String text) {
        return text.replaceAll("\\p{C}", "?");
    }

    /** Returns the path of a request as it is told in {@code instance}, which Spring does not do for each. */
    static URI address(String path) {
        return UriComponentsBuilder.fromPath(path).build(true).toUri();
    }
}
