package io.seckill.sample.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;

import io.seckill.BuyerId;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.sample.EndpointTest;
import io.seckill.spi.AdmissionGate;
import io.seckill.token.PurchaseTokens;
import io.seckill.token.TokenKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Tokens, in a shop that requires them. */
@EndpointTest({PurchaseController.class, TokenController.class})
@Import({OrderProof.class, Entrance.class})
@TestPropertySource(properties = "sample.token.required=true")
@MockitoBean(types = AdmissionGate.class)
class EntranceTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant NOW = Instant.now();
    private static final Sale OPEN = sale("open", NOW.minus(HOUR), NOW.plus(HOUR));
    private static final Sale SOON = sale("soon", NOW.plus(HOUR), NOW.plus(HOUR).plus(HOUR));
    private static final Sale OVER = sale("over", NOW.minus(HOUR).minus(HOUR), NOW.minus(HOUR));
    private static final BuyerId ALICE = new BuyerId("alice");

    @TestConfiguration(proxyBeanMethods = false)
    static class Keys {

        @Bean
        PurchaseTokens tokens() {
            return new PurchaseTokens(
                    List.of(new TokenKey("one", new byte[TokenKey.MIN_BYTES])),
                    Duration.ofMinutes(5),
                    Clock.systemUTC());
        }
    }

    @Autowired
    private MockMvcTester http;

    @Autowired
    private PurchaseTokens tokens;

    @MockitoBean
    private Seckill seckill;

    @MockitoBean
    private Sales sales;

    @Test
    void whoHasTheTokenOfTheSaleMayBuy() throws Exception {
        there(OPEN);
        given(seckill.buy(any())).willReturn(Rejected.because(Reason.PAUSED));
        MvcTestResult answer = token("open", "alice");

        assertThat(answer).hasStatusOk().hasHeader("Cache-Control", "no-store");
        assertThat(answer)
                .bodyJson()
                .extractingPath("validUntil")
                .isEqualTo(OPEN.closes().toString());
        String token = answer.getResponse().getContentAsString().replaceFirst(".*\"token\":\"([^\"]+)\".*", "$1");
        assertThat(buy("open", "alice", token))
                .bodyJson()
                .extractingPath("reason")
                .isEqualTo("PAUSED");
    }

    @Test
    void thereAreNoTokensLongBeforeTheSaleAndAfterIt() {
        there(SOON);
        there(OVER);

        assertProblem(
                409,
                "there are no tokens yet for this sale; come back at "
                        + SOON.opens().minus(Duration.ofMinutes(5)),
                token("soon", "alice"));
        assertProblem(410, "the sale is over", token("over", "alice"));
        assertProblem(404, "there is no sale 'nothing'; GET /api/sales lists them", token("nothing", "alice"));
    }

    @Test
    void nobodyBuysWithoutATokenOfTheirOwnThatIsValidNow() {
        assertNoEntry("TOKEN_MISSING", buy("open", "alice", null));
        assertNoEntry("TOKEN_FOREIGN", buy("open", "alice", "guess"));
        assertNoEntry("TOKEN_FOREIGN", buy("open", "alice", tokens.issue(OPEN, new BuyerId("bob"))));
        assertNoEntry("TOKEN_FOREIGN", buy("open", "alice", tokens.issue(OVER, ALICE)));
        assertNoEntry("TOKEN_TOO_EARLY", buy("soon", "alice", tokens.issue(SOON, ALICE)));
        assertNoEntry("TOKEN_EXPIRED", buy("over", "alice", tokens.issue(OVER, ALICE)));
        verifyNoInteractions(seckill);
    }

    @Test
    void onlyABuyerGetsAToken() {
        there(OPEN);

        assertProblem(
                401,
                "log in at /login first",
                http.get().uri("/api/sales/open/token").exchange());
        assertThat(http.get().uri("/api/sales/open/token").with(user("admin").roles("OPERATOR")))
                .hasStatus(403);
        verifyNoInteractions(sales);
    }

    private static Sale sale(String id, Instant opens, Instant closes) {
        return new Sale(new SaleId(id), 10, 1, opens, closes);
    }

    private void there(Sale sale) {
        given(sales.find(sale.id()))
                .willReturn(Optional.of(new SaleStatus(sale, SaleState.OPEN, 10, 0, 0, Instant.now())));
    }

    private MvcTestResult token(String sale, String buyer) {
        return http.get()
                .uri("/api/sales/" + sale + "/token")
                .with(user(buyer).roles("BUYER"))
                .exchange();
    }

    private MvcTestResult buy(String sale, String buyer, @Nullable String token) {
        var request = http.post()
                .uri("/api/sales/" + sale + "/purchases")
                .with(user(buyer).roles("BUYER"))
                .with(csrf());
        return (token == null ? request : request.header("X-Purchase-Token", token)).exchange();
    }

    private static void assertNoEntry(String reason, MvcTestResult answer) {
        assertThat(answer).hasStatus(403).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("reason").isEqualTo(reason);
    }

    private static void assertProblem(int status, String detail, MvcTestResult answer) {
        assertThat(answer).hasStatus(status).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("detail").isEqualTo(detail);
    }
}
