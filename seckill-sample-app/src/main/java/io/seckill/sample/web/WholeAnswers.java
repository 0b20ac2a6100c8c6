package io.seckill.sample.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Answers whoever changes something in one piece and with its length. Spring flushes a body of a length it does not know, which makes its end
 * a packet of its own: one write more for the shop and one read more for the buyer, of each purchase.
 */
@Component
class WholeAnswers extends OncePerRequestFilter {

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return "GET".equals(request.getMethod()) || "HEAD".equals(request.getMethod());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ContentCachingResponseWrapper whole = new ContentCachingResponseWrapper(response);
        chain.doFilter(request, whole);
        whole.copyBodyToResponse();
    }
}
