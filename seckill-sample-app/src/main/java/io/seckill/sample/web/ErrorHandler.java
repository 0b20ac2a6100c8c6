package io.seckill.sample.web;

import io.seckill.SeckillUnavailableException;
import io.seckill.spi.SinkUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers every exception as a problem detail: Spring's own, security's, and those of the library. */
@RestControllerAdvice
class ErrorHandler extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ErrorHandler.class);

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> noAnswerFromTheGate(SeckillUnavailableException e, WebRequest request) {
        log.debug("No answer from the gate", e); // one line per buyer; the library warns once
        boolean nothingChanged = e.outcomeKnown() || onlyLooks(request);
        String detail = nothingChanged
                ? "the shop cannot answer now; nothing was changed, try again"
                : "the shop gave no answer in time; the same again settles it";
        String code = nothingChanged ? "NOTHING_CHANGED" : "OUTCOME_UNKNOWN";
        return answer(Problems.tryAgainSoon(HttpStatus.SERVICE_UNAVAILABLE, code, detail), request);
    }

    private static boolean onlyLooks(WebRequest request) {
        return HttpMethod.GET.equals(((ServletWebRequest) request).getHttpMethod());
    }

    @ExceptionHandler({
        SinkUnavailableException.class,
        DataAccessResourceFailureException.class,
        CannotCreateTransactionException.class
    })
    @Nullable
    ResponseEntity<Object> noAnswerFromTheDatabase(Exception e, WebRequest request) {
        log.warn("No answer from the database: {}", e.getMessage());
        String detail = "the shop's database gives no answer; try again";
        return answer(Problems.tryAgainSoon(HttpStatus.SERVICE_UNAVAILABLE, "NO_DATABASE", detail), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unknownCaller(AuthenticationException e, WebRequest request) {
        return answer(Problems.of(HttpStatus.UNAUTHORIZED, String.valueOf(e.getMessage())), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> forbidden(AccessDeniedException e, WebRequest request) {
        String detail = e instanceof CsrfException
                ? "the header X-XSRF-TOKEN must have the value of the cookie XSRF-TOKEN, as with every change in a session"
                : "this is not for you; log in as who may, such as the operator under /api/admin";
        return answer(Problems.of(HttpStatus.FORBIDDEN, detail), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> ourFault(Exception e, WebRequest request) {
        log.error("Unexpected failure of {}", request.getDescription(false), e);
        return answer(Problems.of(HttpStatus.INTERNAL_SERVER_ERROR, "this is our fault, not yours"), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        Wrong[] errors = e.getFieldErrors().stream().map(FieldRules::explain).toArray(Wrong[]::new);
        return answer(Problems.wrong(errors), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String name = String.valueOf(e.getPropertyName());
        return answer(Problems.wrong(Wrong.kind(name, e.getValue(), e.getRequiredType())), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(JsonTrouble.explain(e), request);
    }

    @Override
    protected ResponseEntity<Object> createResponseEntity(
            @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return super.createResponseEntity(
                body instanceof ProblemDetail problem ? Problems.coded(problem) : body, headers, status, request);
    }

    private @Nullable ResponseEntity<Object> answer(ErrorResponseException problem, WebRequest request) {
        return handleExceptionInternal(
                problem, problem.getBody(), problem.getHeaders(), problem.getStatusCode(), request);
    }
}
