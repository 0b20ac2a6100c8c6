package io.seckill.sample.security;

import io.seckill.BuyerId;
import io.seckill.sample.web.Input;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.util.WebUtils;

/** Believes the header, and where there is none the cookie. For the demo alone. */
final class DemoBuyerFilter extends OncePerRequestFilter {

    static final String HEADER = "X-Buyer-Id";
    static final String COOKIE = "demo-buyer";

    private final HandlerExceptionResolver errors;

    DemoBuyerFilter(HandlerExceptionResolver errors) {
        this.errors = errors;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String name = name(request);
        if (name != null) {
            try {
                believe(Input.valid(() -> new BuyerId(name)));
            } catch (ErrorResponseException e) {
                errors.resolveException(request, response, null, e);
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private static @Nullable String name(HttpServletRequest request) {
        String header = request.getHeader(HEADER);
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        return header == null && cookie != null ? cookie.getValue() : header;
    }

    private static void believe(BuyerId buyer) {
        SecurityContextHolder.setContext(new SecurityContextImpl(new PreAuthenticatedAuthenticationToken(
                buyer.value(), HEADER, AuthorityUtils.createAuthorityList("ROLE_" + SecurityConfiguration.BUYER))));
    }
}
