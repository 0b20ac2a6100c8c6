package io.seckill.sample.security;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Who may come in. Passwords are plain, or encoded with the name of the encoding before them: <code>{bcrypt}$2a$...</code>.
 *
 * @param admin the operator, whose name is {@code admin}
 * @param buyers buyers and their passwords; not used in the demo
 * @param token what a purchase takes besides a buyer
 */
@Validated
@ConfigurationProperties("sample")
public record SampleProperties(
        @Valid @DefaultValue Admin admin,
        @DefaultValue Map<String, String> buyers,
        @DefaultValue Token token) {

    private static final String PASSWORD_MISSING =
            "must be set, such as by SAMPLE_ADMIN_PASSWORD: it is the operator's password. The profile demo has one";

    /**
     * The operator.
     *
     * @param password has no default, except in the demo
     */
    public record Admin(
            @NotBlank(message = PASSWORD_MISSING) String password) {}

    /**
     * The purchase token.
     *
     * @param required whether nobody buys without one
     */
    public record Token(@DefaultValue("false") boolean required) {}
}
