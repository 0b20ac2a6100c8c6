package io.seckill.sample.console;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seckill.sample.security.SampleProperties;
import io.swagger.v3.oas.annotations.Hidden;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells everybody the operator's password: that of the demo, which is no secret, and no other. */
@Hidden
@RestController
class LoginHint {

    private static final String NO_SECRET = "demo-admin";

    private final Hint hint;

    LoginHint(SampleProperties properties, Environment environment) {
        boolean demo = environment.acceptsProfiles(Profiles.of("demo"));
        String password = properties.admin().password();
        hint = new Hint(demo && password.equals(NO_SECRET) ? password : null);
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Hint(@Nullable String password) {}

    @GetMapping("/admin/login/hint")
    Hint hint() {
        return hint;
    }
}
