package io.seckill.sample.security;

import static org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher.pathPattern;

import io.seckill.BuyerId;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.RequestCacheConfigurer;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** The operator's endpoints and console, and everybody's accounts. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    static final String BUYER = "BUYER";

    /**
     * For programs, with basic authentication, and for the console, with a session. Its scripts say {@code XMLHttpRequest}, and so are not
     * asked for basic authentication, which would make the browser open a dialog of its own.
     */
    @Bean
    @Order(1)
    SecurityFilterChain operator(
            HttpSecurity http, @Qualifier("handlerExceptionResolver") HandlerExceptionResolver errors) {
        OperatorLogin login = new OperatorLogin(errors);
        ProblemEntryPoint script = new ProblemEntryPoint(errors, "log in at " + OperatorLogin.PAGE, "FormLogin");
        ProblemEntryPoint program = new ProblemEntryPoint(
                errors,
                "use basic authentication as user admin, or log in at " + OperatorLogin.PAGE,
                "Basic realm=\"seckill\"");
        return http.securityMatcher("/api/admin/**", "/actuator/**", "/admin/**")
                .authorizeHttpRequests(requests -> requests.requestMatchers(
                                "/actuator/health",
                                "/actuator/health/**",
                                OperatorLogin.PAGE,
                                OperatorLogin.PAGE + "/**")
                        .permitAll()
                        .anyRequest()
                        .hasRole(OperatorLogin.OPERATOR))
                .httpBasic(basic -> basic.authenticationEntryPoint(program))
                .formLogin(login::in)
                .logout(login::out)
                .securityContext(context -> context.securityContextRepository(login.sessions()))
                .requestCache(RequestCacheConfigurer::disable)
                .exceptionHandling(handling -> handling.defaultAuthenticationEntryPointFor(
                                new LoginUrlAuthenticationEntryPoint(OperatorLogin.PAGE), pathPattern("/admin/**"))
                        .defaultAuthenticationEntryPointFor(
                                script, new RequestHeaderRequestMatcher("X-Requested-With", "XMLHttpRequest"))
                        .defaultAuthenticationEntryPointFor(program, AnyRequestMatcher.INSTANCE)
                        .accessDeniedHandler(program))
                .csrf(csrf -> csrf.spa().requireCsrfProtectionMatcher(new NeedsCsrfToken()))
                .build();
    }

    /** A request is measured as a whole: to measure each filter as well would take more time than all filters do. */
    @Bean
    SecurityObservationSettings unmeasuredFilters() {
        return SecurityObservationSettings.noObservations();
    }

    /** A password that is missing is told before anything is started or changed, such as the database. */
    @Bean
    static BeanFactoryPostProcessor passwordsFirst() {
        return beans -> beans.getBean(SampleProperties.class);
    }

    @Bean
    InMemoryUserDetailsManager accounts(SampleProperties properties) {
        List<UserDetails> accounts = new ArrayList<>();
        accounts.add(account("admin", properties.admin().password(), OperatorLogin.OPERATOR));
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
