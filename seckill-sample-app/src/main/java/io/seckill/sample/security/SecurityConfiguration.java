package io.seckill.sample.security;

import io.seckill.BuyerId;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** The operator's endpoints, and everybody's accounts. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    static final String BUYER = "BUYER";
    private static final String OPERATOR = "OPERATOR";

    /** No CSRF token: these endpoints take nothing but JSON, which a foreign page's form cannot send. */
    @Bean
    @Order(1)
    SecurityFilterChain operator(
            HttpSecurity http, @Qualifier("handlerExceptionResolver") HandlerExceptionResolver errors) {
        ProblemEntryPoint entryPoint =
                new ProblemEntryPoint(errors, "use basic authentication as user admin", "Basic realm=\"seckill\"");
        return http.securityMatcher("/api/admin/**", "/actuator/**")
                .authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/health")
                        .permitAll()
                        .anyRequest()
                        .hasRole(OPERATOR))
                .httpBasic(basic -> basic.authenticationEntryPoint(entryPoint))
                .exceptionHandling(handling ->
                        handling.authenticationEntryPoint(entryPoint).accessDeniedHandler(entryPoint))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }

    @Bean
    InMemoryUserDetailsManager accounts(SampleProperties properties) {
        List<UserDetails> accounts = new ArrayList<>();
        accounts.add(account("admin", properties.admin().password(), OPERATOR));
        properties
                .buyers()
                .forEach((buyer, password) -> accounts.add(account(new BuyerId(buyer).value(), password, BUYER)));
        return new InMemoryUserDetailsManager(accounts);
    }

    private static UserDetails account(String name, String password, String role) {
        return User.withUsername(name)
                .password(password.startsWith("{") ? password : "{noop}" + password)
                .roles(role)
                .build();
    }
}
