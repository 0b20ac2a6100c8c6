package io.seckill.sample.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Seckill;
import io.seckill.sample.EndpointTest;
import io.seckill.spi.AdmissionGate;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** How buyers are known outside the demo. */
@EndpointTest(PurchaseController.class)
@Import(OrderProof.class)
@MockitoBean(types = {AdmissionGate.class, Entrance.class})
class LoginTest {

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Seckill seckill;

    @Test
    void theSessionSaysWhoBuys() {
        given(seckill.buy(PurchaseRequest.of("coupon", "alice"))).willReturn(Rejected.because(Reason.PAUSED));

        MvcTestResult answer = http.post()
                .uri("/api/sales/coupon/purchases")
                .session(login("alice", "rabbit"))
                .header("X-Buyer-Id", "alice")
                .with(csrf())
                .exchange();

        assertThat(answer).hasStatus(409);
    }

    @Test
    void aForeignPageCannotBuyWithTheSession() {
        MvcTestResult answer = http.post()
                .uri("/api/sales/coupon/purchases")
                .session(login("alice", "rabbit"))
                .exchange();

        assertThat(answer).hasStatus(403).hasContentType(APPLICATION_PROBLEM_JSON);
        verifyNoInteractions(seckill);
    }

    @Test
    void whoHasNotLoggedInIsToldTo() {
        MvcTestResult answer = http.post().uri("/api/sales/coupon/purchases").exchange();

        assertThat(answer).hasStatus(401).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("detail").isEqualTo("log in at /login first");
        verifyNoInteractions(seckill);
    }

    @Test
    void whoLogsInWithoutTheTokenIsNotToldToLogIn() {
        MvcTestResult answer =
                http.post().uri("/login?username=alice&password=rabbit").exchange();

        assertThat(answer).hasStatus(403).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("detail").asString().contains("X-XSRF-TOKEN");
    }

    @Test
    void theHeaderOfTheDemoIsNotBelieved() {
        MvcTestResult answer = http.post()
                .uri("/api/sales/coupon/purchases")
                .header("X-Buyer-Id", "alice")
                .with(csrf())
                .exchange();

        assertThat(answer).hasStatus(401).hasContentType(APPLICATION_PROBLEM_JSON);
        verifyNoInteractions(seckill);
    }

    @Test
    void aPageThatShowsAnotherBuyerIsToldSoAndNothingIsDone() {
        MvcTestResult answer = http.post()
                .uri("/api/sales/coupon/purchases")
                .session(login("alice", "rabbit"))
                .header("X-Buyer-Id", "bob")
                .with(csrf())
                .exchange();

        assertThat(answer).hasStatus(412).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("code").isEqualTo("ANOTHER_BUYER");
        verifyNoInteractions(seckill);
    }

    @Test
    void aPageThatShowsAnotherBuyerLogsNobodyOut() {
        MockHttpSession alice = login("alice", "rabbit");

        assertThat(http.post()
                        .uri("/logout")
                        .session(alice)
                        .header("X-Buyer-Id", "bob")
                        .with(csrf()))
                .hasStatus(412);

        assertThat(alice.isInvalid()).isFalse();
    }

    @Test
    void theOperatorIsNoBuyer() {
        MvcTestResult answer = http.post()
                .uri("/api/sales/coupon/purchases")
                .session(login("admin", "open-sesame"))
                .with(csrf())
                .exchange();

        assertThat(answer).hasStatus(403);
        verifyNoInteractions(seckill);
    }

    private MockHttpSession login(String name, String password) {
        MvcTestResult answer = http.post()
                .uri("/login")
                .param("username", name)
                .param("password", password)
                .with(csrf())
                .exchange();
        assertThat(answer).hasStatus(302).hasHeader("Location", "/");
        return (MockHttpSession) Objects.requireNonNull(answer.getRequest().getSession(false));
    }
}
