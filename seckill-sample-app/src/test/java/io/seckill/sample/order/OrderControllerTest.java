package io.seckill.sample.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.sample.EndpointTest;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SinkUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@EndpointTest(OrderController.class)
@Import(OrderDesk.class)
@ActiveProfiles("demo")
class OrderControllerTest {

    private static final Sale SALE = new Sale(new SaleId("coupon"), 9, 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
    private static final BuyerId ALICE = new BuyerId("alice");
    private static final OrderId ORDER = new OrderId("7301");
    private static final Reservation RESERVATION = Reservation.of(SALE.id(), ALICE, ORDER, 1);

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private OrderLedger ledger;

    @MockitoBean
    private AdmissionGate gate;

    @MockitoBean
    private Sales sales;

    @BeforeEach
    void aSaleInWhichNobodyHoldsAnything() {
        given(sales.list()).willReturn(List.of(new SaleStatus(SALE, SaleState.OPEN, 8, 1, 0, Instant.EPOCH)));
        given(gate.holdings(SALE.id(), ALICE)).willReturn(CompletableFuture.completedFuture(List.of()));
        given(gate.holdings(SALE.id(), new BuyerId("mallory")))
                .willReturn(CompletableFuture.completedFuture(List.of()));
    }

    @Test
    void anOrderOnItsWayIsQueued() {
        aliceHolds(new Holding(RESERVATION, Optional.empty()));

        assertThat(find("alice"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"orderId\":\"7301\",\"saleId\":\"coupon\",\"quantity\":1,\"status\":\"QUEUED\"}");
    }

    @Test
    void anOrderInTheLedgerIsWhatTheLedgerSays() {
        aliceHolds(new Holding(RESERVATION, Optional.empty()));
        stored(OrderStatus.UNPAID, Optional.empty());

        assertThat(find("alice")).bodyJson().extractingPath("status").isEqualTo("UNPAID");
    }

    @Test
    void aRefusalTellsItsReason() {
        stored(OrderStatus.REFUSED, Optional.of(ReleaseReason.NO_STOCK));

        assertThat(find("alice")).bodyJson().extractingPath("status").isEqualTo("REFUSED");
        assertThat(find("alice")).bodyJson().extractingPath("reason").isEqualTo("no-stock");
    }

    @Test
    void whatTheGateReleasedIsRefused() {
        aliceHolds(new Holding(RESERVATION, Optional.of(ReleaseReason.NO_STOCK)));

        assertThat(find("alice")).bodyJson().extractingPath("status").isEqualTo("REFUSED");
        assertThat(find("alice")).bodyJson().extractingPath("reason").isEqualTo("no-stock");
    }

    @Test
    void anothersOrderIsNotThere() {
        stored(OrderStatus.UNPAID, Optional.empty());

        assertProblem(404, find("mallory"));
    }

    @Test
    void anothersQueuedOrderIsNotThere() {
        aliceHolds(new Holding(RESERVATION, Optional.empty()));

        assertProblem(404, find("mallory"));
    }

    @Test
    void anUnknownOrderIsNotThere() {
        assertProblem(404, find("alice"));
    }

    @Test
    void nobodySeesNothing() {
        assertProblem(401, http.get().uri("/api/orders/7301").exchange());
    }

    @Test
    void withoutLedgerOrGateThereIsNoAnswerButAPromise() {
        given(gate.holdings(SALE.id(), ALICE))
                .willReturn(CompletableFuture.failedFuture(
                        SeckillUnavailableException.nothingChanged("no connection", null)));
        assertProblem(503, find("alice"));

        given(ledger.find(ORDER)).willThrow(new SinkUnavailableException("no connection", new Exception()));
        assertProblem(503, find("alice"));
    }

    @Test
    void withoutLedgerTheGateTellsWhatItHolds() {
        given(ledger.find(ORDER)).willThrow(new SinkUnavailableException("no connection", new Exception()));

        aliceHolds(new Holding(RESERVATION, Optional.empty()));
        assertThat(find("alice"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("status")
                .isEqualTo("QUEUED");

        aliceHolds(new Holding(RESERVATION, Optional.of(ReleaseReason.NO_STOCK)));
        assertThat(find("alice"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("status")
                .isEqualTo("REFUSED");
    }

    @Test
    void whatNeitherLedgerNorGateCanTellIsNoUnknownOrder() {
        given(ledger.find(ORDER)).willThrow(new SinkUnavailableException("no connection", new Exception()));

        assertProblem(503, find("alice"));
        assertProblem(503, find("mallory"));
    }

    private void aliceHolds(Holding holding) {
        given(gate.holdings(SALE.id(), ALICE)).willReturn(CompletableFuture.completedFuture(List.of(holding)));
    }

    private void stored(OrderStatus status, Optional<ReleaseReason> reason) {
        given(ledger.find(ORDER))
                .willReturn(Optional.of(new Order(RESERVATION, status, reason, Instant.EPOCH, Instant.EPOCH)));
    }

    private MvcTestResult find(String buyer) {
        return http.get().uri("/api/orders/7301").header("X-Buyer-Id", buyer).exchange();
    }

    private static void assertProblem(int status, MvcTestResult answer) {
        assertThat(answer).hasStatus(status).hasContentType(APPLICATION_PROBLEM_JSON);
    }
}
