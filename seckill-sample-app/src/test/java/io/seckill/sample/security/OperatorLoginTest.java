package io.seckill.sample.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;

import io.seckill.sample.EndpointTest;
import java.security.Principal;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Profile;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who may steer: a program with basic authentication, the console with its session, and nobody else's page in their name. */
@EndpointTest(OperatorLoginTest.Steering.class)
@Import(OperatorLoginTest.Steering.class)
@ActiveProfiles("steering")
class OperatorLoginTest {

    @Autowired
    private MockMvcTester http;

    @RestController
    @Profile("steering") // a shop that is started with the tests on its class path must not find it
    static class Steering {

        @PostMapping("/api/admin/steer")
        String steer(Principal operator) {
            return operator.getName() + " steers";
        }

        @GetMapping("/api/admin/look")
        String look() {
            return "all is well";
        }
    }

    @Test
    void aProgramNeedsNothingButItsCredentials() {
        MvcTestResult answer = steer().with(httpBasic("admin", "open-sesame")).exchange();

        assertThat(answer).hasStatusOk().bodyText().isEqualTo("admin steers");
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, cross-site",
        "Sec-Fetch-Site, same-site",
        "Sec-Fetch-Site, none",
        "Origin, https://elsewhere.example",
        "Origin, http://localhost:3000",
        "Origin, null"
    })
    void credentialsThatABrowserRemembersAreOfNoUseToAForeignPage(String header, String value) {
        MvcTestResult answer = steer().header(header, value)
                .with(httpBasic("admin", "open-sesame"))
                .exchange();

        assertThat(answer).hasStatus(403).hasContentType(APPLICATION_PROBLEM_JSON);
    }

    @ParameterizedTest
    @CsvSource({"Sec-Fetch-Site, same-origin", "Origin, http://localhost"})
    void aPageOfTheShopMaySendCredentialsThatWereTypedIntoIt(String header, String value) {
        assertThat(steer().header(header, value).with(httpBasic("admin", "open-sesame")))
                .hasStatusOk();
    }

    @Test
    void theSessionSteersWithItsCsrfTokenAndNotWithoutIt() {
        MvcTestResult login = login("admin", "open-sesame");
        assertThat(login).hasStatus(204);
        MockHttpSession session = session(login);

        assertThat(steer().session(session).with(csrf())).hasStatusOk();
        assertThat(steer().session(session)).hasStatus(403).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(http.get().uri("/api/admin/look").session(session)).hasStatusOk();
    }

    @Test
    void aWrongPasswordIsSaidInTheShopsWords() {
        assertThat(login("admin", "guess")).hasStatus(401).hasContentType(APPLICATION_PROBLEM_JSON);
    }

    @Test
    void nobodyIsLoggedInByAForeignPage() {
        MvcTestResult answer = http.post()
                .uri("/admin/login")
                .param("username", "admin")
                .param("password", "open-sesame")
                .exchange();

        assertThat(answer).hasStatus(403).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("detail").asString().contains("X-XSRF-TOKEN");
    }

    @Test
    void aBuyerIsNotLetIn() {
        MvcTestResult answer = login("alice", "rabbit");

        assertThat(answer).hasStatus(403);
        assertThat(http.get().uri("/api/admin/look").session(session(answer))).hasStatus(401);
    }

    @Test
    void whoIsLoggedOutIsOut() {
        MockHttpSession session = session(login("admin", "open-sesame"));

        assertThat(http.post().uri("/admin/logout").session(session).with(csrf()))
                .hasStatus(204);

        assertThat(http.get().uri("/api/admin/look").session(session)).hasStatus(401);
        assertThat(session.isInvalid()).isFalse(); // a buyer may be logged in beside
    }

    @Test
    void theConsoleLeadsToItsLogin() {
        assertThat(http.get().uri("/admin/"))
                .hasStatus(302)
                .headers()
                .hasHeaderSatisfying(
                        "Location", location -> assertThat(location.toString()).contains("/admin/login"));
    }

    @Test
    void aScriptIsNotAskedForBasicAuthenticationSoThatNoDialogOpens() {
        assertThat(http.get().uri("/api/admin/look"))
                .hasStatus(401)
                .hasHeader("WWW-Authenticate", "Basic realm=\"seckill\"");
        assertThat(http.get().uri("/api/admin/look").header("X-Requested-With", "XMLHttpRequest"))
                .hasStatus(401)
                .hasHeader("WWW-Authenticate", "FormLogin");
    }

    private MockMvcRequestBuilder steer() {
        return http.post().uri("/api/admin/steer");
    }

    private MvcTestResult login(String name, String password) {
        return http.post()
                .uri("/admin/login")
                .param("username", name)
                .param("password", password)
                .with(csrf())
                .exchange();
    }

    private static MockHttpSession session(MvcTestResult answer) {
        return (MockHttpSession) Objects.requireNonNull(answer.getRequest().getSession());
    }
}
