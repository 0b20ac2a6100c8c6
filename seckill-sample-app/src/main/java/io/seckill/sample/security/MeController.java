package io.seckill.sample.security;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells a page who is in front of it. Whoever asks also gets the cookie of the CSRF token. */
@RestController
@Tag(name = "Buyers")
class MeController {

    private final boolean demo;
    private final boolean tokenRequired;

    MeController(Environment environment, SampleProperties properties) {
        this.demo = environment.acceptsProfiles(Profiles.of("demo"));
        this.tokenRequired = properties.token().required();
    }

    @Operation(summary = "Tells who is logged in as a buyer")
    @GetMapping("/api/me")
    Me me(HttpServletRequest request) {
        boolean buyer = request.isUserInRole(SecurityConfiguration.BUYER);
        return new Me(buyer ? request.getRemoteUser() : null, demo, tokenRequired);
    }
}
