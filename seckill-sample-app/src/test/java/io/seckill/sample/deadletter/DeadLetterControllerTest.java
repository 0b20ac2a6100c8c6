package io.seckill.sample.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;

import io.seckill.BuyerId;
import io.seckill.DeadLetter;
import io.seckill.DeadLetters;
import io.seckill.DeadLetters.Outcome;
import io.seckill.Operator;
import io.seckill.OrderId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.sample.EndpointTest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@EndpointTest(DeadLetterController.class)
class DeadLetterControllerTest {

    private static final Operator ADMIN = Operator.named("admin");
    private static final Instant WHEN = Instant.parse("2026-12-12T20:00:00Z");

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private DeadLetters letters;

    @Test
    void theOperatorSeesWhatCouldNotBeDelivered() {
        Reservation purchase =
                Reservation.of(new SaleId("coupon"), new BuyerId("alice"), new OrderId("9007199254740993"), 2);
        given(letters.list(100))
                .willReturn(List.of(
                        new DeadLetter("0-1", Optional.of(purchase), 30, "no table", "no column", WHEN),
                        new DeadLetter("0-2", Optional.empty(), 1, "not readable", "not readable", WHEN)));

        assertThat(send(HttpMethod.GET, "", "admin:open-sesame"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("""
                        [{"id":"0-1","orderId":"9007199254740993","saleId":"coupon","buyerId":"alice","quantity":2,"attempts":30,
                          "firstError":"no table","lastError":"no column","when":"2026-12-12T20:00:00Z"},
                         {"id":"0-2","attempts":1,"firstError":"not readable","lastError":"not readable",
                          "when":"2026-12-12T20:00:00Z"}]""");
    }

    @Test
    void oneOrAllAreDeliveredAgain() {
        given(letters.retry("0-1", ADMIN)).willReturn(Outcome.DONE);
        given(letters.retryAll(ADMIN)).willReturn(3);

        assertThat(send(HttpMethod.POST, "/0-1/retry", "admin:open-sesame"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"outcome\":\"DONE\"}");
        assertThat(send(HttpMethod.POST, "/retry", "admin:open-sesame"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"retried\":3}");
    }

    @Test
    void oneIsGivenUp() {
        given(letters.refuse("0-1", ReleaseReason.NOT_DELIVERED, ADMIN)).willReturn(Outcome.STORED);

        assertThat(send(HttpMethod.POST, "/0-1/refuse", "admin:open-sesame"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"outcome\":\"STORED\"}");
    }

    @Test
    void whatIsGoneIsNotFound() {
        given(letters.retry("0-1", ADMIN)).willReturn(Outcome.UNKNOWN);
        given(letters.refuse("0-1", ReleaseReason.NOT_DELIVERED, ADMIN)).willReturn(Outcome.UNKNOWN);

        assertThat(send(HttpMethod.POST, "/0-1/retry", "admin:open-sesame"))
                .hasStatus(404)
                .hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(send(HttpMethod.POST, "/0-1/refuse", "admin:open-sesame")).hasStatus(404);
    }

    @ParameterizedTest
    @CsvSource({"GET, ''", "POST, /0-1/retry", "POST, /retry", "POST, /0-1/refuse"})
    void onlyTheOperatorDecides(String method, String path) {
        assertThat(http.method(HttpMethod.valueOf(method)).uri("/api/admin/dead-letters" + path))
                .hasStatus(401);
        assertThat(send(HttpMethod.valueOf(method), path, "alice:rabbit"))
                .hasStatus(403)
                .hasContentType(APPLICATION_PROBLEM_JSON);
        verifyNoInteractions(letters);
    }

    private MvcTestResult send(HttpMethod method, String path, String caller) {
        String[] account = caller.split(":");
        return http.method(method)
                .uri("/api/admin/dead-letters" + path)
                .with(httpBasic(account[0], account[1]))
                .exchange();
    }
}
