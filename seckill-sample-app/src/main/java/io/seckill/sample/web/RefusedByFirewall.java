package io.seckill.sample.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Answers what Spring Security's firewall refuses, such as a URL with {@code ;} or a header with Chinese letters, as a problem detail too. */
@Component
class RefusedByFirewall implements RequestRejectedHandler {

    private static final Pattern HEADER = Pattern.compile("header: \"(.*?) ?\" has a value");
    private static final String PATH =
            "the path '%s' must not hold ; or //, /./ and /../, nor any of / \\ ; %% and control characters as %%XX";
    private static final String PREFIX = "The request was rejected because ";

    private final HandlerExceptionResolver errors;

    RefusedByFirewall(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver errors) {
        this.errors = errors;
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, RequestRejectedException e) {
        ErrorResponseException problem = problem(request, String.valueOf(e.getMessage()));
        problem.getBody().setInstance(Problems.address(request.getRequestURI()));
        errors.resolveException(request, response, null, problem);
    }

    private static ErrorResponseException problem(HttpServletRequest request, String why) {
        Matcher header = HEADER.matcher(why);
        if (header.find()) {
            String name = header.group(1);
            byte[] sent = String.valueOf(request.getHeader(name)).getBytes(StandardCharsets.ISO_8859_1);
            String value = new String(sent, StandardCharsets.UTF_8);
            return Problems.wrong(
                    Wrong.of(name, "NOT_ASCII", "may hold visible ASCII characters and spaces only", value));
        }
        String path = Wrong.shown(request.getRequestURI());
        return Problems.of(
                HttpStatus.BAD_REQUEST, why.contains("URL") ? PATH.formatted(path) : why.replace(PREFIX, ""));
    }
}
