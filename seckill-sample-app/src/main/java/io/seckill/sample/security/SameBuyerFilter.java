package io.seckill.sample.security;

import io.seckill.sample.web.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Does nothing for a page that shows another buyer than the session's, as it does once somebody has logged in in another tab. The header
 * in which the page says whom it shows is not believed, only compared.
 */
final class SameBuyerFilter extends OncePerRequestFilter {

    private final HandlerExceptionResolver errors;

    SameBuyerFilter(HandlerExceptionResolver errors) {
        this.errors = errors;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String shown = request.getHeader(DemoBuyerFilter.HEADER);
        if (shown != null && isAnother(shown)) {
            errors.resolveException(request, response, null, anotherBuyer());
            return;
        }
        chain.doFilter(request, response);
    }

    private static boolean isAnother(String shown) {
        Authentication buyer = SecurityContextHolder.getContext().getAuthentication();
        return buyer != null && !buyer.getName().equals(shown);
    }

    private static ErrorResponseException anotherBuyer() {
        return Problems.of(
                HttpStatus.PRECONDITION_FAILED,
                "ANOTHER_BUYER",
                "the session is not the buyer's whom the header " + DemoBuyerFilter.HEADER
                        + " names; nothing was done, GET /api/me tells whose it is");
    }
}
