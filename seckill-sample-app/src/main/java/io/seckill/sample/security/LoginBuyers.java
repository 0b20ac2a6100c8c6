package io.seckill.sample.security;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.logout.LogoutFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Outside the demo a buyer logs in at {@code /login}, and the session says who it is. */
@Configuration(proxyBeanMethods = false)
@Profile("!demo")
class LoginBuyers {

    /** Where there is a session there is CSRF: the page sends the cookie {@code XSRF-TOKEN} back as the header {@code X-XSRF-TOKEN}. */
    @Bean
    SecurityFilterChain buyersBySession(
            HttpSecurity http, @Qualifier("handlerExceptionResolver") HandlerExceptionResolver errors) {
        ProblemEntryPoint entryPoint = new ProblemEntryPoint(errors, "log in at /login first", "FormLogin");
        PathPatternRequestMatcher api = PathPatternRequestMatcher.pathPattern("/api/**");
        return http.authorizeHttpRequests(BuyerRules::apply)
                .formLogin(Customizer.withDefaults())
                .addFilterBefore(new SameBuyerFilter(errors), LogoutFilter.class)
                .exceptionHandling(handling -> handling.defaultAuthenticationEntryPointFor(entryPoint, api)
                        .defaultAccessDeniedHandlerFor(entryPoint, api))
                .csrf(CsrfConfigurer::spa)
                .build();
    }
}
