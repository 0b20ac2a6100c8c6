package io.seckill.sample.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.http.MediaType.APPLICATION_JSON;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;

import io.seckill.sample.EndpointTest;
import jakarta.servlet.http.Cookie;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Who is here, in the demo. */
@EndpointTest({MeController.class, DemoLoginController.class})
@ActiveProfiles("demo")
class DemoLoginTest {

    private static final Cookie ALICE = new Cookie("demo-buyer", "alice");

    @Autowired
    private MockMvcTester http;

    @Test
    void whoeverSaysANameIsThatBuyerFromThenOn() {
        assertThat(http.get().uri("/api/me")).bodyJson().isStrictlyEqualTo("{\"demo\":true,\"tokenRequired\":false}");

        MvcTestResult answer = withToken(
                http.put().uri("/api/me").contentType(APPLICATION_JSON).content("{\"buyer\":\"alice\"}"));

        assertThat(answer).hasStatus(204);
        assertThat(cookie(answer)).startsWith("demo-buyer=alice; Path=/;").contains("HttpOnly", "SameSite=Strict");
        assertThat(http.get().uri("/api/me").cookie(ALICE))
                .bodyJson()
                .extractingPath("buyer")
                .isEqualTo("alice");
    }

    @Test
    void theHeaderCountsMoreThanTheCookie() {
        assertThat(http.get().uri("/api/me").cookie(ALICE).header("X-Buyer-Id", "bob"))
                .bodyJson()
                .extractingPath("buyer")
                .isEqualTo("bob");
    }

    @Test
    void whoeverLeavesIsForgotten() {
        MvcTestResult answer =
                withToken(http.method(HttpMethod.DELETE).uri("/api/me").cookie(ALICE));

        assertThat(answer).hasStatus(204);
        assertThat(cookie(answer)).startsWith("demo-buyer=; Path=/; Max-Age=0;");
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        MvcTestResult answer = withToken(
                http.put().uri("/api/me").contentType(APPLICATION_JSON).content("{\"buyer\":\"a b\"}"));

        assertThat(answer).hasStatus(400).hasContentType(APPLICATION_PROBLEM_JSON);
    }

    /** Also one on another port of this machine, whose requests bring the cookie: to a browser it is the same site. */
    @Test
    void aForeignPageCanDoNothingWithTheCookie() {
        assertThat(http.post().uri("/api/sales/coupon/purchases").cookie(ALICE))
                .hasStatus(403)
                .hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(http.method(HttpMethod.DELETE).uri("/api/me").cookie(ALICE)).hasStatus(403);
    }

    private MvcTestResult withToken(MockMvcRequestBuilder request) {
        Cookie token = http.get().uri("/api/me").exchange().getResponse().getCookie("XSRF-TOKEN");
        Objects.requireNonNull(token, "whoever asks who they are gets the token");
        return request.cookie(token).header("X-XSRF-TOKEN", token.getValue()).exchange();
    }

    private static String cookie(MvcTestResult answer) {
        return Objects.requireNonNull(answer.getResponse().getHeader("Set-Cookie"));
    }
}
