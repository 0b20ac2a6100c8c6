package io.seckill.sample.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.util.WebUtils;

/**
 * In the demo a buyer is whoever they say, unchecked: in the header {@code X-Buyer-Id}, so that one curl, or one browser's tabs, can be many
 * buyers; or in the cookie that {@code PUT /api/me} sets, for the page when it is opened and its event streams, which send no headers.
 */
@Configuration(proxyBeanMethods = false)
@Profile("demo")
class DemoBuyers {

    private final ProblemEntryPoint entryPoint;
    private final DemoBuyerFilter filter;

    DemoBuyers(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver errors) {
        this.entryPoint = new ProblemEntryPoint(
                errors, "say who buys in the header " + DemoBuyerFilter.HEADER, DemoBuyerFilter.HEADER);
        this.filter = new DemoBuyerFilter(errors);
    }

    /** No CSRF token: the header says who buys, whatever cookies there are, and a foreign page cannot send the header. */
    @Bean
    @Order(3)
    SecurityFilterChain buyersByHeader(HttpSecurity http) {
        return rules(http.securityMatcher(new RequestHeaderRequestMatcher(DemoBuyerFilter.HEADER)))
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }

    /**
     * A cookie rides along with requests that a foreign page makes, so these take the CSRF token, as those of a session do. That the
     * cookie is {@code SameSite=Strict} would not do: to a browser every port of localhost is the same site. Without the cookie nobody
     * is here, and to become somebody takes a {@code PUT}, which a foreign page cannot send.
     */
    @Bean
    @Order(4)
    SecurityFilterChain buyersByCookie(HttpSecurity http) {
        return rules(http)
                .csrf(csrf -> csrf.spa().requireCsrfProtectionMatcher(DemoBuyers::changesByCookie))
                .build();
    }

    private static boolean changesByCookie(HttpServletRequest request) {
        return CsrfFilter.DEFAULT_CSRF_MATCHER.matches(request)
                && WebUtils.getCookie(request, DemoBuyerFilter.COOKIE) != null;
    }

    private HttpSecurity rules(HttpSecurity http) {
        return http.authorizeHttpRequests(BuyerRules::apply)
                .addFilterBefore(filter, CsrfFilter.class)
                .exceptionHandling(handling ->
                        handling.authenticationEntryPoint(entryPoint).accessDeniedHandler(entryPoint))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    }
}
