package io.seckill.sample.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.config.annotation.web.configurers.FormLoginConfigurer;
import org.springframework.security.config.annotation.web.configurers.LogoutConfigurer;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.authentication.logout.HttpStatusReturningLogoutSuccessHandler;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * How the operator comes into the console and leaves it. The page sends a form and gets a status, no other page. It is a session's second
 * account: a buyer may be logged in beside the operator, in the same browser.
 */
final class OperatorLogin {

    static final String PAGE = "/admin/login";
    static final String OPERATOR = "OPERATOR";

    private final HttpSessionSecurityContextRepository sessions = new HttpSessionSecurityContextRepository();
    private final HandlerExceptionResolver errors;

    OperatorLogin(HandlerExceptionResolver errors) {
        this.errors = errors;
        sessions.setSpringSecurityContextKey("OPERATOR");
    }

    HttpSessionSecurityContextRepository sessions() {
        return sessions;
    }

    void in(FormLoginConfigurer<?> form) {
        form.loginPage(PAGE)
                .successHandler(this::letIn)
                .failureHandler((request, response, e) -> errors.resolveException(request, response, null, e));
    }

    void out(LogoutConfigurer<?> logout) {
        logout.logoutUrl("/admin/logout")
                .invalidateHttpSession(false)
                .logoutSuccessHandler(new HttpStatusReturningLogoutSuccessHandler(HttpStatus.NO_CONTENT));
    }

    private void letIn(HttpServletRequest request, HttpServletResponse response, Authentication who) {
        if (who.getAuthorities().stream().anyMatch(role -> ("ROLE_" + OPERATOR).equals(role.getAuthority()))) {
            response.setStatus(HttpStatus.NO_CONTENT.value());
            return;
        }
        sessions.saveContext(SecurityContextHolder.createEmptyContext(), request, response);
        errors.resolveException(request, response, null, new AccessDeniedException("you are not the operator"));
    }
}
