package io.seckill.load.tutorial;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.web.filter.OncePerRequestFilter;

/** Checks who buys as the sample checks programs, by Spring Security and a header, so that it costs both shops the same. */
@Configuration(proxyBeanMethods = false)
class LoginCheck {

    static final String HEADER = "X-Buyer-Id";

    @Bean
    @Order(1)
    SecurityFilterChain operator(HttpSecurity http) {
        return http.securityMatcher("/api/admin/**", "/actuator/**")
                .authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/health")
                        .permitAll()
                        .anyRequest()
                        .denyAll())
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }

    @Bean
    SecurityFilterChain buyers(HttpSecurity http) {
        return http.authorizeHttpRequests(requests -> requests.requestMatchers(HttpMethod.POST, "/voucher-order/**")
                        .hasRole("BUYER")
                        .anyRequest()
                        .permitAll())
                .addFilterBefore(new UserFilter(), AuthorizationFilter.class)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }

    @Bean
    SecurityObservationSettings unmeasuredFilters() {
        return SecurityObservationSettings.noObservations();
    }

    private static final class UserFilter extends OncePerRequestFilter {

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String user = request.getHeader(HEADER);
            if (user != null) {
                SecurityContextHolder.setContext(new SecurityContextImpl(new PreAuthenticatedAuthenticationToken(
                        user, HEADER, AuthorityUtils.createAuthorityList("ROLE_BUYER"))));
            }
            chain.doFilter(request, response);
        }
    }
}
