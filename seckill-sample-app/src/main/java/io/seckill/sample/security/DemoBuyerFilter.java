package io.seckill.sample.security;

import io.seckill.BuyerId;
import io.seckill.sample.web.Input;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Believes the header. For the demo alone. */
final class BuyerHeaderFilter extends OncePerRequestFilter {

    static final String HEADER = "X-Buyer-Id";

    private final HandlerExceptionResolver errors;

    BuyerHeaderFilter(HandlerExceptionResolver errors) {
        this.errors = errors;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String header = request.getHeader(HEADER);
        if (header != null) {
            try {
                believe(Input.valid(() -> new BuyerId(header)));
            } catch (ErrorResponseException e) {
                errors.resolveException(request, response, null, e);
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private static void believe(BuyerId buyer) {
        SecurityContextHolder.setContext(new SecurityContextImpl(new PreAuthenticatedAuthenticationToken(
                buyer.value(), HEADER, AuthorityUtils.createAuthorityList("ROLE_" + SecurityConfiguration.BUYER))));
    }
}
