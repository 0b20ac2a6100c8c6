package io.seckill.sample.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.cors.CorsUtils;

/**
 * Matches every change that a browser may send without its user meaning it. That is all but those with credentials of their own from a
 * program, or from a page of this shop: a browser sends the basic credentials it remembers along with a foreign page's form, too, but then
 * it says where the form comes from.
 */
final class NeedsCsrfToken implements RequestMatcher {

    private static final String SITE = "Sec-Fetch-Site";

    @Override
    public boolean matches(HttpServletRequest request) {
        boolean credentials = request.getHeader(HttpHeaders.AUTHORIZATION) != null;
        return CsrfFilter.DEFAULT_CSRF_MATCHER.matches(request) && !(credentials && isAtHome(request));
    }

    /** The header is missing from programs, from old browsers and where there is no TLS; then the origin tells. */
    private static boolean isAtHome(HttpServletRequest request) {
        String site = request.getHeader(SITE);
        return site == null ? !CorsUtils.isCorsRequest(request) : site.equals("same-origin");
    }
}
