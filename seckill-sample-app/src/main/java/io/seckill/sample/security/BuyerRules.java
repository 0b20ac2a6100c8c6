package io.seckill.sample.security;

import jakarta.servlet.DispatcherType;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/** What takes a buyer, however buyers are known: buying, tokens and orders. All else outside the operator's part is for everybody. */
final class BuyerRules {

    private BuyerRules() {}

    static void apply(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        requests.dispatcherTypeMatchers(DispatcherType.ASYNC)
                .permitAll() // the end of an answer to somebody who was let in
                .requestMatchers(HttpMethod.POST, "/api/**")
                .hasRole(SecurityConfiguration.BUYER)
                .requestMatchers("/api/orders/**", "/api/sales/*/token")
                .hasRole(SecurityConfiguration.BUYER)
                .anyRequest()
                .permitAll();
    }
}
