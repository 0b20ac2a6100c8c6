package io.seckill.sample.purchase;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.http.MediaType.APPLICATION_JSON;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;

import io.seckill.OrderId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Reservation;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.sample.EndpointTest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@EndpointTest(PurchaseController.class)
@Import(OrderProof.class)
@MockitoBean(types = Entrance.class)
@ActiveProfiles("demo")
class PurchaseControllerTest {

    private static final OrderId ORDER =
            new OrderId("9007199254740993"); // the first number that JavaScript cannot hold
    private static final PurchaseRequest PLAIN = PurchaseRequest.of("coupon", "alice");

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Seckill seckill;

    @Test
    void anAcceptedPurchaseIsQueuedUnderAnOrderIdThatIsText() {
        given(seckill.buy(PLAIN)).willReturn(accepted(PLAIN));

        MvcTestResult answer = buy("alice", null);

        assertThat(answer).hasStatus(202).hasHeader("Location", "/api/orders/9007199254740993");
        assertThat(answer).bodyJson().isStrictlyEqualTo("""
                        {"orderId":"9007199254740993","status":"QUEUED","quantity":1,"replayed":false}""");
    }

    @Test
    void anAnswerIsOfAKnownLengthAndSoLeavesInOnePiece() throws Exception {
        given(seckill.buy(PLAIN)).willReturn(accepted(PLAIN));

        MvcTestResult answer = buy("alice", null);

        int length = answer.getResponse().getContentAsByteArray().length;
        assertThat(answer).hasHeader("Content-Length", Integer.toString(length));
    }

    @Test
    void quantityAndRequestKeyReachTheGate() {
        PurchaseRequest wanted = PLAIN.withQuantity(2).withRequestKey("form-17");
        given(seckill.buy(wanted)).willReturn(accepted(wanted));

        assertThat(buy("alice", "{\"quantity\":2,\"requestKey\":\"form-17\"}")).hasStatus(202);
    }

    @Test
    void aReplayTellsWhatWasBoughtTheFirstTime() {
        PurchaseRequest again = PLAIN.withRequestKey("form-17");
        Reservation first = new Reservation(again.sale(), again.buyer(), ORDER, 3, again.requestKey());
        given(seckill.buy(again)).willReturn(new PurchaseResult.Accepted(first, true));

        assertThat(buy("alice", "{\"requestKey\":\"form-17\"}")).bodyJson().isStrictlyEqualTo("""
                        {"orderId":"9007199254740993","status":"QUEUED","quantity":3,"replayed":true}""");
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN_SALE, 404",
        "NOT_STARTED, 409",
        "ENDED, 410",
        "PAUSED, 409",
        "SOLD_OUT, 409",
        "LIMIT_REACHED, 409",
        "RELEASED, 409",
        "BUSY, 429"
    })
    void everyReasonHasItsStatus(Reason reason, int status) {
        given(seckill.buy(PLAIN)).willReturn(Rejected.because(reason));

        MvcTestResult answer = buy("alice", null);

        assertThat(answer).hasStatus(status).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("reason").isEqualTo(reason.name());
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1000, 1", "1001, 2", "2500, 3"})
    void whoIsTurnedAwayByALimiterIsToldHowManySecondsToWait(long millis, String seconds) {
        given(seckill.buy(PLAIN)).willReturn(Rejected.busyFor(Duration.ofMillis(millis)));

        assertThat(buy("alice", null)).hasStatus(429).hasHeader("Retry-After", seconds);
    }

    @Test
    void whoHasReachedTheLimitIsToldWithWhichOrders() {
        given(seckill.buy(PLAIN)).willReturn(new Rejected(Reason.LIMIT_REACHED, List.of(ORDER)));

        MvcTestResult answer = buy("alice", null);

        assertThat(answer).bodyJson().extractingPath("orderIds").isEqualTo(List.of("9007199254740993"));
        assertThat(detail(answer)).contains("with the orders you hold");
    }

    @Test
    void whoHoldsAnOrderIsToldSoWhenAllIsSold() {
        given(seckill.buy(PLAIN)).willReturn(new Rejected(Reason.SOLD_OUT, List.of(ORDER)));

        MvcTestResult answer = buy("alice", null);

        assertThat(answer).hasStatus(409).bodyJson().extractingPath("orderIds").isEqualTo(List.of("9007199254740993"));
        assertThat(detail(answer)).contains("what you hold stays yours");
    }

    @Test
    void whoHoldsNothingIsToldThatTheQuantityIsTooLarge() {
        given(seckill.buy(PLAIN.withQuantity(9))).willReturn(Rejected.because(Reason.LIMIT_REACHED));

        assertThat(detail(buy("alice", "{\"quantity\":9}"))).contains("the quantity is more than one buyer may have");
    }

    @Test
    void whoComesInACrowdIsToldWhenToComeAgain() {
        given(seckill.buy(PLAIN)).willReturn(Rejected.because(Reason.BUSY));

        assertThat(buy("alice", null)).hasStatus(429).hasHeader("Retry-After", "1");
    }

    @Test
    void anUnknownOutcomeIsSettledBySendingOrderIdAndProofAgain() throws Exception {
        given(seckill.buy(PLAIN))
                .willThrow(SeckillUnavailableException.outcomeUnknown("no reply", null)
                        .forOrder(ORDER));
        given(seckill.buy(PLAIN.withOrder(ORDER))).willReturn(accepted(PLAIN));

        MvcTestResult first = buy("alice", null);
        String orderAndProof = orderAndProof(first);
        MvcTestResult second = buy("alice", orderAndProof);

        assertThat(first)
                .hasStatus(503)
                .hasContentType(APPLICATION_PROBLEM_JSON)
                .hasHeader("Retry-After", "1");
        assertThat(orderAndProof).contains("9007199254740993");
        assertThat(second).hasStatus(202);
    }

    @Test
    void anOrderIdHandedToSomebodyElseIsRefused() throws Exception {
        given(seckill.buy(PLAIN))
                .willThrow(SeckillUnavailableException.outcomeUnknown("no reply", null)
                        .forOrder(ORDER));

        MvcTestResult answer = buy("mallory", orderAndProof(buy("alice", null)));

        assertThat(answer).hasStatus(400);
        assertThat(detail(answer)).contains("9007199254740993", "not handed to you");
        verify(seckill, never()).buy(PurchaseRequest.of("coupon", "mallory").withOrder(ORDER));
    }

    @Test
    void aFailureThatTookNothingSaysSo() {
        given(seckill.buy(PLAIN))
                .willThrow(SeckillUnavailableException.nothingChanged("no connection", null)
                        .forOrder(ORDER));

        MvcTestResult answer = buy("alice", null);

        assertThat(answer).hasStatus(503).hasHeader("Retry-After", "1");
        assertThat(answer).bodyJson().doesNotHavePath("orderId");
        assertThat(detail(answer)).contains("nothing was changed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"quantity\":0}          | quantity must be 1 to 1000, but was 0",
                "{\"quantity\":1.5}        | quantity must be a whole number, but was 1.5",
                "{\"quantity\":\"many\"}   | quantity must be a whole number, not in quotes, but was 'many'",
                "{\"requestKey\":\"a b\"}  | has ' ' at position 1",
                "{\"requestkey\":\"k\"}    | there is no field 'requestkey'; known are [",
                "{\"orderId\":\"17\"}      | orderId '17' was not handed to you",
                "{\"proof\":\"x\"}     | orderId is missing",
                "{\"orderId\":null,\"proof\":\"x\"} | orderId is missing",
                "{\"quantity\":            | the body is not well-formed JSON, line 1, column 13: Unexpected end-of-input",
                "{\"quantity\":\"2\"}  | quantity must be a whole number, not in quotes, but was '2'",
                "{\"quantity\":\"\"}   | quantity must be a whole number, not in quotes, but was ''",
                "{\"quantity\":true}      | quantity must be a whole number, but was true",
                "{\"quantity\":{}}        | quantity must be a whole number, not an object",
                "{\"quantity\":[1]}       | quantity must be a whole number, not a list",
                "{\"quantity\":1,\"quantity\":2} | field 'quantity' is there twice",
                "{\"quantity\":3000000000} | quantity is too large a number: 3000000000",
                "{\"requestKey\":5}       | requestKey must be text, but was 5",
                "[]                        | the body must be an object, not a list",
                "5                         | the body must be an object, not a number",
                "\"\"                    | the body must be an object, but was ''",
                "\"two\"                 | the body must be an object, but was 'two'"
            })
    void badInputIsNamedWithItsValueAndItsRule(String body, String detail) {
        MvcTestResult answer = buy("alice", body);

        assertThat(answer).hasStatus(400).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(detail(answer)).contains(detail);
        verify(seckill, never()).buy(any());
    }

    @Test
    void aMalformedSaleOrBuyerIsNamed() {
        assertThat(detail(http.post()
                        .uri("/api/sales/a b/purchases")
                        .header("X-Buyer-Id", "alice")
                        .exchange()))
                .contains("sale id", "'a b'");
        MvcTestResult badBuyer = buy("al ice", null);
        assertThat(badBuyer).hasStatus(400).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(detail(badBuyer)).contains("buyer id", "'al ice'");
    }

    @Test
    void nobodyIsNoBuyer() {
        MvcTestResult answer = http.post().uri("/api/sales/coupon/purchases").exchange();

        assertThat(answer)
                .hasStatus(401)
                .hasContentType(APPLICATION_PROBLEM_JSON)
                .containsHeader("WWW-Authenticate");
        assertThat(detail(answer)).contains("X-Buyer-Id");
    }

    @Test
    void springsOwnErrorsAreProblemsThatNameTheWayOut() {
        MvcTestResult method = http.put().uri("/api/sales/coupon/purchases").exchange();
        MvcTestResult type = http.post()
                .uri("/api/sales/coupon/purchases")
                .header("X-Buyer-Id", "alice")
                .contentType("text/plain")
                .content("one, please")
                .exchange();
        MvcTestResult nothing = http.get().uri("/api/nothing/here").exchange();

        assertProblem(405, method);
        assertThat(method).hasHeader("Allow", "POST");
        assertThat(detail(method)).contains("the method PUT is not for this address; allowed: [POST]");
        assertProblem(415, type);
        assertThat(type).hasHeader("Accept", "application/json, application/*+json");
        assertThat(detail(type))
                .contains(
                        "the body must not be text/plain",
                        "send the header Content-Type with one of [application/json,");
        assertProblem(404, nothing);
        assertThat(detail(nothing)).contains("there is nothing at /api/nothing/here; /swagger-ui.html");
    }

    @Test
    void whatTheFirewallRefusesIsNamedWithWhatIsAllowed() {
        MvcTestResult header = buy(new String("王".getBytes(UTF_8), ISO_8859_1), null);
        MvcTestResult path = http.get().uri(URI.create("/api/sales/a;b")).exchange();
        MvcTestResult slashes = http.get().uri(URI.create("////")).exchange();

        assertProblem(400, header);
        assertThat(detail(header))
                .contains("X-Buyer-Id may hold visible ASCII characters and spaces only, but was '王'")
                .contains("\"instance\":\"/api/sales/coupon/purchases\"");
        assertProblem(400, path);
        assertThat(detail(path)).contains("the path '/api/sales/a;b' must not hold ;", "instance\":\"/api/sales/a;b\"");
        assertProblem(400, slashes);
        verifyNoInteractions(seckill);
    }

    @Test
    void whoCannotReadTheAnswerBuysNothing() {
        assertProblem(
                406,
                http.post()
                        .uri("/api/sales/coupon/purchases")
                        .header("X-Buyer-Id", "alice")
                        .header("Accept", "text/plain")
                        .exchange());
        verifyNoInteractions(seckill);
    }

    @Test
    void nothingButJsonIsSpoken() {
        var yaml = MediaType.APPLICATION_YAML;
        var purchase = http.post().uri("/api/sales/coupon/purchases").header("X-Buyer-Id", "alice");

        assertProblem(415, purchase.contentType(yaml).content("quantity: 1").exchange());
        MvcTestResult noType = http.post()
                .uri("/api/sales/coupon/purchases")
                .header("X-Buyer-Id", "alice")
                .header("Content-Type", "garbage")
                .content("{}")
                .exchange();
        assertProblem(415, noType);
        assertThat(detail(noType)).contains("names no media type; send application/json");
        assertProblem(
                406,
                http.post()
                        .uri("/api/sales/coupon/purchases")
                        .header("X-Buyer-Id", "alice")
                        .accept(yaml)
                        .exchange());
        assertThat(detail(http.post()
                        .uri("/api/sales/coupon/purchases")
                        .header("X-Buyer-Id", "alice")
                        .accept(yaml)
                        .exchange()))
                .contains("the header Accept must allow one of [application/json");
        verifyNoInteractions(seckill);
    }

    @Test
    void aBugOfOursIsAProblemThatTellsNothing() {
        given(seckill.buy(PLAIN)).willThrow(new IllegalStateException("secret"));

        MvcTestResult answer = buy("alice", null);

        assertProblem(500, answer);
        assertThat(detail(answer)).doesNotContain("secret");
    }

    private MvcTestResult buy(String buyer, String body) {
        var request = http.post().uri("/api/sales/coupon/purchases").header("X-Buyer-Id", buyer);
        return (body == null ? request : request.contentType(APPLICATION_JSON).content(body)).exchange();
    }

    private static PurchaseResult accepted(PurchaseRequest request) {
        return new PurchaseResult.Accepted(
                new Reservation(request.sale(), request.buyer(), ORDER, request.quantity(), request.requestKey()),
                false);
    }

    private static String orderAndProof(MvcTestResult answer) throws Exception {
        String body = answer.getResponse().getContentAsString();
        return "{" + body.replaceFirst("^.*?(\"orderId\":\"[^\"]*\").*?(\"proof\":\"[^\"]*\").*$", "$1,$2") + "}";
    }

    private static String detail(MvcTestResult answer) {
        assertThat(answer).bodyJson().extractingPath("detail").isNotNull();
        try {
            return answer.getResponse().getContentAsString();
        } catch (java.io.UnsupportedEncodingException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertProblem(int status, MvcTestResult answer) {
        assertThat(answer).hasStatus(status).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("status").isEqualTo(status);
    }
}
