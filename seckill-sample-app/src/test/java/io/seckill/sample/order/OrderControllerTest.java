package io.seckill.sample.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willReturn;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.http.MediaType.APPLICATION_JSON;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;

import io.seckill.BuyerId;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.OrderProgress;
import io.seckill.OrderStatus;
import io.seckill.Orders;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.sample.EndpointTest;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@EndpointTest(OrderController.class)
@Import(BuyerOrders.class)
@ActiveProfiles("demo")
class OrderControllerTest {

    private static final BuyerId ALICE = new BuyerId("alice");
    private static final OrderId ORDER = new OrderId("7301");
    private static final Reservation RESERVATION = Reservation.of(new SaleId("coupon"), ALICE, ORDER, 1);
    private static final Instant PAY_BY = Instant.parse("2026-12-12T20:30:00Z");
    private static final PaymentId PAYMENT = new PaymentId("pay-1");

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Seckill seckill;

    @MockitoBean
    private Orders orders;

    @BeforeEach
    void nobodyHasAnOrder() {
        given(seckill.find(any(), any())).willReturn(new OrderProgress.Unknown());
    }

    @Test
    void anOrderOnItsWayIsQueued() {
        alices(new OrderProgress.Queued(RESERVATION));

        assertThat(find("alice"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"orderId\":\"7301\",\"saleId\":\"coupon\",\"quantity\":1,\"status\":\"QUEUED\"}");
    }

    @Test
    void anUnpaidOrderTellsUntilWhenItCanBePaid() {
        alices(stored(OrderStatus.UNPAID, null));

        assertThat(find("alice")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                        {"orderId":"7301","saleId":"coupon","quantity":1,"status":"UNPAID","payBy":"2026-12-12T20:30:00Z"}""");
    }

    @Test
    void aPaidOrderHasNoDeadline() {
        alices(stored(OrderStatus.PAID, null));

        assertThat(find("alice")).bodyJson().isStrictlyEqualTo("""
                        {"orderId":"7301","saleId":"coupon","quantity":1,"status":"PAID"}""");
    }

    @ParameterizedTest
    @CsvSource({"CANCELLED, not-paid", "CANCELLED, cancelled-by-buyer", "REFUSED, no-stock"})
    void whatCameToNothingTellsItsReason(OrderStatus status, String reason) {
        alices(stored(status, new ReleaseReason(reason)));

        assertThat(find("alice")).bodyJson().extractingPath("status").isEqualTo(status.name());
        assertThat(find("alice")).bodyJson().extractingPath("reason").isEqualTo(reason);
    }

    @Test
    void whatTheGateReleasedIsRefused() {
        alices(new OrderProgress.Released(RESERVATION, ReleaseReason.NO_STOCK));

        assertThat(find("alice")).bodyJson().extractingPath("status").isEqualTo("REFUSED");
        assertThat(find("alice")).bodyJson().extractingPath("reason").isEqualTo("no-stock");
    }

    @Test
    void anotherBuyersOrderIsNotThereAndStaysAsItIs() {
        alices(stored(OrderStatus.UNPAID, null));

        assertProblem(404, find("mallory"));
        assertProblem(404, pay("mallory", "{\"paymentId\":\"pay-1\"}"));
        assertProblem(404, cancel("mallory"));
        verifyNoInteractions(orders);
    }

    @Test
    void anUnknownOrderIsNotThere() {
        assertProblem(404, find("alice"));
        assertProblem(404, pay("alice", "{\"paymentId\":\"pay-1\"}"));
        assertProblem(404, cancel("alice"));
        verifyNoInteractions(orders);
    }

    @Test
    void nobodySeesAndChangesNothing() {
        assertProblem(401, http.get().uri("/api/orders/7301").exchange());
        assertProblem(401, http.post().uri("/api/orders/7301/payment").exchange());
        assertProblem(401, http.delete().uri("/api/orders/7301").exchange());
        verifyNoInteractions(seckill, orders);
    }

    @Test
    void aPaymentMakesAnUnpaidOrderPaid() {
        alices(stored(OrderStatus.UNPAID, null));
        given(orders.pay(ORDER, PAYMENT)).willReturn(new OrderChange.Done(order(OrderStatus.PAID, null), false));

        MvcTestResult answer = pay("alice", "{\"paymentId\":\"pay-1\"}");

        assertThat(answer).hasStatusOk().bodyJson().extractingPath("status").isEqualTo("PAID");
    }

    @Test
    void aPaymentThatIsTooLateIsKeptAndTheBuyerIsTold() {
        alices(stored(OrderStatus.UNPAID, null));
        given(orders.pay(ORDER, PAYMENT))
                .willReturn(new OrderChange.TooLate(order(OrderStatus.CANCELLED, ReleaseReason.NOT_PAID)));

        MvcTestResult answer = pay("alice", "{\"paymentId\":\"pay-1\"}");

        assertProblem(409, answer);
        assertThat(answer)
                .bodyJson()
                .extractingPath("detail")
                .isEqualTo(
                        "the order is CANCELLED (not-paid): payment 'pay-1' came too late; it is kept and will be refunded");
        assertThat(answer).bodyJson().extractingPath("status").isEqualTo("CANCELLED");
        assertThat(answer).bodyJson().extractingPath("reason").isEqualTo("not-paid");
    }

    @Test
    void anOrderOnItsWayCanBeChangedAMomentLater() {
        alices(new OrderProgress.Queued(RESERVATION));
        given(orders.pay(ORDER, PAYMENT)).willReturn(new OrderChange.Unknown());
        given(orders.cancel(ORDER, ReleaseReason.CANCELLED_BY_BUYER)).willReturn(new OrderChange.Unknown());

        assertProblem(409, pay("alice", "{\"paymentId\":\"pay-1\"}"));
        assertThat(pay("alice", "{\"paymentId\":\"pay-1\"}")).hasHeader("Retry-After", "1");
        assertThat(cancel("alice"))
                .hasStatus(409)
                .hasHeader("Retry-After", "1")
                .bodyJson()
                .extractingPath("status")
                .isEqualTo("QUEUED");
    }

    @Test
    void whatTheGateReleasedTakesNoPayment() {
        alices(new OrderProgress.Released(RESERVATION, ReleaseReason.NOT_DELIVERED));
        given(orders.pay(ORDER, PAYMENT)).willReturn(new OrderChange.Unknown());

        MvcTestResult answer = pay("alice", "{\"paymentId\":\"pay-1\"}");

        assertProblem(409, answer);
        assertThat(answer).doesNotContainHeader("Retry-After");
        assertThat(answer)
                .bodyJson()
                .extractingPath("detail")
                .isEqualTo("the order is REFUSED (not-delivered): nothing was changed or charged");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                       | paymentId is missing",
                "{\"paymentId\":5}        | paymentId must be text, but was 5",
                "{\"paymentId\":\"a b\"}  | paymentId must be 1 to 64 characters of A-Z a-z 0-9 - _ . :, but was 'a b'",
                "''                       | the body is missing; send a JSON object",
            })
    void aBadPaymentIsNamedAndChangesNothing(String body, String detail) {
        alices(stored(OrderStatus.UNPAID, null));

        MvcTestResult answer = pay("alice", body);

        assertProblem(400, answer);
        assertThat(answer).bodyJson().extractingPath("detail").asString().contains(detail);
        verifyNoInteractions(orders);
    }

    @Test
    void whoCannotReadTheAnswerChangesNothing() {
        alices(stored(OrderStatus.UNPAID, null));

        assertProblem(
                406,
                http.delete()
                        .uri("/api/orders/7301")
                        .header("X-Buyer-Id", "alice")
                        .header("Accept", "text/plain")
                        .exchange());
        verifyNoInteractions(orders);
    }

    @Test
    void aBuyerCancels() {
        alices(stored(OrderStatus.UNPAID, null));
        given(orders.cancel(ORDER, ReleaseReason.CANCELLED_BY_BUYER))
                .willReturn(
                        new OrderChange.Done(order(OrderStatus.CANCELLED, ReleaseReason.CANCELLED_BY_BUYER), false));

        assertThat(cancel("alice")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                        {"orderId":"7301","saleId":"coupon","quantity":1,"status":"CANCELLED","reason":"cancelled-by-buyer"}""");
    }

    @Test
    void whatIsPaidIsNotCancelled() {
        alices(stored(OrderStatus.PAID, null));
        given(orders.cancel(ORDER, ReleaseReason.CANCELLED_BY_BUYER))
                .willReturn(new OrderChange.TooLate(order(OrderStatus.PAID, null)));

        MvcTestResult answer = cancel("alice");

        assertProblem(409, answer);
        assertThat(answer)
                .bodyJson()
                .extractingPath("detail")
                .isEqualTo("the order is PAID: it is too late to cancel it");
    }

    @Test
    void withoutAnAnswerThereIsAPromise() {
        given(seckill.find(ORDER, ALICE)).willThrow(SeckillUnavailableException.nothingChanged("no connection", null));
        assertThat(find("alice")).hasStatus(503).hasHeader("Retry-After", "1");

        alices(stored(OrderStatus.UNPAID, null));
        given(orders.pay(ORDER, PAYMENT)).willThrow(SeckillUnavailableException.outcomeUnknown("no answer", null));
        MvcTestResult answer = pay("alice", "{\"paymentId\":\"pay-1\"}");
        assertProblem(503, answer);
        assertThat(answer)
                .bodyJson()
                .extractingPath("detail")
                .isEqualTo("the shop gave no answer in time; the same again settles it");
    }

    @Test
    void whoOnlyLooksHasChangedNothing() {
        given(seckill.find(ORDER, ALICE)).willThrow(SeckillUnavailableException.outcomeUnknown("no answer", null));

        assertThat(find("alice")).bodyJson().extractingPath("code").isEqualTo("NOTHING_CHANGED");
    }

    private void alices(OrderProgress progress) {
        willReturn(progress).given(seckill).find(ORDER, ALICE); // whatever it did before
    }

    private static OrderProgress stored(OrderStatus status, @Nullable ReleaseReason reason) {
        return new OrderProgress.Stored(order(status, reason));
    }

    private static Order order(OrderStatus status, @Nullable ReleaseReason reason) {
        return new Order(RESERVATION, status, Optional.ofNullable(reason), Instant.EPOCH, PAY_BY);
    }

    private MvcTestResult find(String buyer) {
        return http.get().uri("/api/orders/7301").header("X-Buyer-Id", buyer).exchange();
    }

    private MvcTestResult pay(String buyer, String body) {
        return http.post()
                .uri("/api/orders/7301/payment")
                .header("X-Buyer-Id", buyer)
                .contentType(APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private MvcTestResult cancel(String buyer) {
        return http.delete().uri("/api/orders/7301").header("X-Buyer-Id", buyer).exchange();
    }

    private static void assertProblem(int status, MvcTestResult answer) {
        assertThat(answer).hasStatus(status).hasContentType(APPLICATION_PROBLEM_JSON);
    }
}
