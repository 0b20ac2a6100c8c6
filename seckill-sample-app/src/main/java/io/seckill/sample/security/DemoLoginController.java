package io.seckill.sample.security;

import io.seckill.BuyerId;
import io.seckill.sample.web.Input;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lets somebody in front of the demo's page be a buyer. */
@RestController
@RequestMapping("/api/me")
@Profile("demo")
@Tag(name = "Buyers")
class DemoLoginController {

    private static final Duration A_DAY = Duration.ofDays(1);

    /**
     * Who somebody wants to be.
     *
     * @param buyer any name
     */
    record Name(@NotNull @Pattern(regexp = Input.ID) String buyer) {}

    @Operation(summary = "Makes whoever asks this buyer, in the demo", description = "Unchecked. Sets a cookie.")
    @ApiResponse(responseCode = "204", description = "Done")
    @PutMapping
    ResponseEntity<Void> come(@Valid @RequestBody Name name) {
        return remember(Input.valid(() -> new BuyerId(name.buyer())).value(), A_DAY);
    }

    @Operation(summary = "Forgets which buyer is here, in the demo", description = "Deletes the cookie.")
    @ApiResponse(responseCode = "204", description = "Done")
    @DeleteMapping
    ResponseEntity<Void> go() {
        return remember("", Duration.ZERO);
    }

    private static ResponseEntity<Void> remember(String buyer, Duration age) {
        ResponseCookie cookie = ResponseCookie.from(DemoBuyerFilter.COOKIE, buyer)
                .httpOnly(true)
                .sameSite("Strict")
                .path("/")
                .maxAge(age)
                .build();
        return ResponseEntity.noContent()
                .header(HttpHeaders.SET_COOKIE, cookie.toString())
                .build();
    }
}
