package io.seckill.sample.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Answers 401 and 403 as the endpoints answer their errors. */
final class ProblemEntryPoint implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final HandlerExceptionResolver errors;
    private final String hint;
    private final String challenge;
    private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

    /**
     * Makes an entry point.
     *
     * @param errors answers the exceptions
     * @param hint tells somebody unknown what to do
     * @param challenge the header {@code WWW-Authenticate}
     */
    ProblemEntryPoint(HandlerExceptionResolver errors, String hint, String challenge) {
        this.errors = errors;
        this.hint = hint;
        this.challenge = challenge;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException e) {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge);
        boolean nothingSaid = e instanceof InsufficientAuthenticationException;
        String detail = nothingSaid ? hint : e.getMessage() + "; " + hint;
        errors.resolveException(request, response, null, new AuthenticationCredentialsNotFoundException(detail, e));
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e) {
        boolean known = trust.isAuthenticated(SecurityContextHolder.getContext().getAuthentication());
        boolean logsIn = request.getRequestURI().endsWith("/login");
        if (known || logsIn || request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            errors.resolveException(request, response, null, e);
        } else { // a CSRF token is missed before anybody asks who is there
            commence(request, response, new InsufficientAuthenticationException(hint, e));
        }
    }
}
