package io.seckill.sample.security;

import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.writers.ContentSecurityPolicyHeaderWriter;
import org.springframework.security.web.header.writers.DelegatingRequestMatcherHeaderWriter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** What a browser may do with the pages, and the files they are made of. */
@Configuration(proxyBeanMethods = false)
class PageSecurity {

    private static final String OURS =
            "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'";
    private static final String API_PAGE = OURS + "; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

    /** Nothing is loaded from elsewhere, and no script or style stands in a page itself; that of the API is not ours and draws its styles. */
    @Bean
    Customizer<HeadersConfigurer<HttpSecurity>> contentSecurityPolicy() {
        RequestMatcher apiPage = any("/swagger-ui/**", "/swagger-ui.html");
        return headers -> headers.addHeaderWriter(policy(apiPage, API_PAGE))
                .addHeaderWriter(policy(new NegatedRequestMatcher(apiPage), OURS));
    }

    /**
     * Whatever is a file is for everybody and the same for everybody: no session and no cookie, so that a cache in between may keep it
     * without giving one visitor's CSRF token to all.
     */
    @Bean
    @Order(2)
    SecurityFilterChain files(HttpSecurity http) {
        RequestMatcher notFiles = any("/api/**", "/login", "/logout", "/default-ui.css");
        return http.securityMatcher(new NegatedRequestMatcher(notFiles))
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }

    private static DelegatingRequestMatcherHeaderWriter policy(RequestMatcher where, String directives) {
        return new DelegatingRequestMatcherHeaderWriter(where, new ContentSecurityPolicyHeaderWriter(directives));
    }

    private static RequestMatcher any(String... paths) {
        return new OrRequestMatcher(Stream.of(paths)
                .<RequestMatcher>map(PathPatternRequestMatcher::pathPattern)
                .toList());
    }
}
