package io.seckill.sample.security;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** In the demo a buyer is whoever the header {@code X-Buyer-Id} says, unchecked, so that one curl can be many buyers. */
@Configuration(proxyBeanMethods = false)
@Profile("demo")
class DemoBuyers {

    /** No CSRF token: there is no session to ride on, and a foreign page cannot send the header. */
    @Bean
    SecurityFilterChain buyersByHeader(
            HttpSecurity http, @Qualifier("handlerExceptionResolver") HandlerExceptionResolver errors) {
        ProblemEntryPoint entryPoint = new ProblemEntryPoint(
                errors, "say who buys in the header " + BuyerHeaderFilter.HEADER, BuyerHeaderFilter.HEADER);
        return http.authorizeHttpRequests(BuyerRules::apply)
                .addFilterBefore(new BuyerHeaderFilter(errors), AuthorizationFilter.class)
                .exceptionHandling(handling ->
                        handling.authenticationEntryPoint(entryPoint).accessDeniedHandler(entryPoint))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }
}
