package io.seckill.sample.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Seckill;
import io.seckill.sample.EndpointTest;
import io.seckill.spi.AdmissionGate;
import jakarta.servlet.http.Cookie;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** A program that logs in and buys outside the demo, as the README says. */
@EndpointTest(PurchaseController.class)
@Import(OrderProof.class)
@MockitoBean(types = {AdmissionGate.class, Entrance.class})
@DirtiesContext(classMode = ClassMode.BEFORE_CLASS) // other tests put tokens elsewhere than into cookies
class CookieJarTest {

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Seckill seckill;

    @Test
    void aChangeTakesTheTokenOfTheCookieAsAHeader() {
        given(seckill.buy(PurchaseRequest.of("coupon", "alice"))).willReturn(Rejected.because(Reason.PAUSED));
        Cookie stranger = me(new MockHttpSession());
        MockHttpSession alice = logIn(stranger);
        Cookie known = me(alice);

        assertThat(buy(alice, stranger, known.getValue())).hasStatus(403);
        assertThat(buy(alice, known, known.getValue())).hasStatus(409);
    }

    private Cookie me(MockHttpSession session) {
        MvcTestResult answer = http.get().uri("/api/me").session(session).exchange();
        return Objects.requireNonNull(answer.getResponse().getCookie("XSRF-TOKEN"));
    }

    private MockHttpSession logIn(Cookie token) {
        MvcTestResult answer = http.post()
                .uri("/login")
                .param("username", "alice")
                .param("password", "rabbit")
                .cookie(token)
                .header("X-XSRF-TOKEN", token.getValue())
                .exchange();
        return (MockHttpSession) Objects.requireNonNull(answer.getRequest().getSession(false));
    }

    private MvcTestResult buy(MockHttpSession session, Cookie token, String header) {
        return http.post()
                .uri("/api/sales/coupon/purchases")
                .session(session)
                .cookie(token)
                .header("X-XSRF-TOKEN", header)
                .exchange();
    }
}
