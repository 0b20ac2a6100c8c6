package io.seckill.sample.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willReturn;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;

import io.seckill.BuyerId;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderProgress;
import io.seckill.OrderStatus;
import io.seckill.Orders;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.event.Events;
import io.seckill.sample.EndpointTest;
import io.seckill.spi.SeckillMetrics;
import jakarta.servlet.AsyncEvent;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@EndpointTest(OrderEventsController.class)
@Import({BuyerOrders.class, OrderStreams.class})
@TestPropertySource(properties = {"sample.events.max=3", "sample.events.max-per-buyer=2", "sample.events.recheck=1h"})
@MockitoBean(types = Orders.class)
@ActiveProfiles("demo")
class OrderStreamsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final BuyerId ALICE = new BuyerId("alice");
    private static final BuyerId BOB = new BuyerId("bob");
    private static final OrderId ORDER = new OrderId("7301");
    private static final Reservation RESERVATION = Reservation.of(new SaleId("coupon"), ALICE, ORDER, 1);

    @TestConfiguration(proxyBeanMethods = false)
    @EnableConfigurationProperties(StreamProperties.class)
    static class OneNode {

        @Bean
        Events events() {
            return new Events(List.of(), SeckillMetrics.NONE);
        }
    }

    @Autowired
    private MockMvcTester http;

    @Autowired
    private OrderStreams streams;

    @Autowired
    private Events events;

    @MockitoBean
    private Seckill seckill;

    @BeforeEach
    void aliceWaitsForHerOrder() {
        given(seckill.find(any(), any())).willReturn(new OrderProgress.Unknown());
        alices(new OrderProgress.Queued(RESERVATION));
    }

    @AfterEach
    void nobodyIsLeft() {
        bobs(stored(OrderStatus.PAID, null));
        becomes(stored(OrderStatus.PAID, null));
        await().atMost(PATIENCE).until(() -> streams.size() == 0);
    }

    @Test
    void theBuyerIsToldTheStateNowAndEachChangeUntilTheLast() throws Exception {
        MvcTestResult stream = watch("alice");

        assertTold(stream, "QUEUED");
        becomes(stored(OrderStatus.UNPAID, null));
        assertTold(stream, "QUEUED", "UNPAID");
        becomes(stored(OrderStatus.PAID, null));
        assertTold(stream, "QUEUED", "UNPAID", "PAID");

        assertThat(stream.getResponse().getContentType()).isEqualTo("text/event-stream");
        assertEnds(stream);
    }

    @Test
    void anOrderThatIsOverIsToldOnceAndNotAgain() throws Exception {
        alices(stored(OrderStatus.CANCELLED, ReleaseReason.NOT_PAID));

        MvcTestResult stream = watch("alice");

        assertTold(stream, "CANCELLED");
        assertThat(stream.getResponse().getContentAsString()).contains("\"reason\":\"not-paid\"");
        assertEnds(stream);
        assertThat(http.get()
                        .uri("/api/orders/7301/events")
                        .header("X-Buyer-Id", "alice")
                        .header("Last-Event-ID", "CANCELLED"))
                .hasStatus(204);
    }

    @Test
    void onlySoManyMayWatch() {
        bobs(new OrderProgress.Queued(RESERVATION));
        watch("alice");
        watch("bob");
        watch("bob");

        assertRefused(watch("alice"));
    }

    @Test
    void oneBuyerTakesNotThePlacesOfAll() throws Exception {
        bobs(new OrderProgress.Queued(RESERVATION));
        watch("alice");
        watch("alice");

        assertRefused(watch("alice"));
        assertTold(watch("bob"), "QUEUED");
    }

    private static void assertRefused(MvcTestResult stream) {
        assertThat(stream)
                .hasStatus(503)
                .hasContentType(APPLICATION_PROBLEM_JSON)
                .hasHeader("Retry-After", "1");
        assertThat(stream)
                .bodyJson()
                .extractingPath("detail")
                .isEqualTo("too many watch orders, or you do too often; ask for /api/orders/7301 now and then");
    }

    @Test
    void whoeverHasGoneIsForgottenAndAnotherMayWatch() throws Exception {
        MvcTestResult gone = watch("alice");
        watch("alice");

        MockAsyncContext connection =
                (MockAsyncContext) Objects.requireNonNull(gone.getRequest().getAsyncContext());
        for (var listener : connection.getListeners()) {
            listener.onError(new AsyncEvent(connection, new IOException("broken pipe")));
        }

        await().atMost(PATIENCE).until(() -> streams.size() == 1);
        assertTold(watch("alice"), "QUEUED");
    }

    @Test
    void aStreamClosesAfterAWhile() throws Exception {
        MvcTestResult stream = watch("alice");

        MockAsyncContext connection =
                (MockAsyncContext) Objects.requireNonNull(stream.getRequest().getAsyncContext());
        for (var listener : connection.getListeners()) {
            listener.onTimeout(new AsyncEvent(connection));
        }

        assertEnds(stream);
    }

    @Test
    void aChangeThatWasNotHeardOfIsSeenLater() throws Exception {
        MvcTestResult stream = watch("alice");
        given(seckill.find(ORDER, ALICE)).willThrow(SeckillUnavailableException.nothingChanged("no connection", null));
        streams.recheck();
        assertTold(stream, "QUEUED");
        alices(stored(OrderStatus.REFUSED, ReleaseReason.NO_STOCK));

        streams.recheck();

        assertTold(stream, "QUEUED", "REFUSED");
    }

    @Test
    void nobodyWatchesAnothersOrder() {
        assertThat(watch("mallory")).hasStatus(404).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(http.get().uri("/api/orders/7301/events")).hasStatus(401).hasContentType(APPLICATION_PROBLEM_JSON);
    }

    private void becomes(OrderProgress progress) {
        alices(progress);
        events.announce(List.of(ORDER));
    }

    private void alices(OrderProgress progress) {
        willReturn(progress).given(seckill).find(ORDER, ALICE); // whatever it did before
    }

    private void bobs(OrderProgress progress) {
        willReturn(progress).given(seckill).find(ORDER, BOB);
    }

    private static OrderProgress stored(OrderStatus status, @Nullable ReleaseReason reason) {
        return new OrderProgress.Stored(
                new Order(RESERVATION, status, Optional.ofNullable(reason), Instant.EPOCH, Instant.EPOCH));
    }

    private MvcTestResult watch(String buyer) {
        return http.get()
                .uri("/api/orders/7301/events")
                .header("X-Buyer-Id", buyer)
                .header("Accept", "text/event-stream")
                .asyncExchange();
    }

    private void assertTold(MvcTestResult stream, String... states) throws Exception {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(stream.getResponse()
                                .getContentAsString()
                                .lines()
                                .filter(line -> line.startsWith("id:"))
                                .map(line -> line.substring(3)))
                        .containsExactly(states));
    }

    private void assertEnds(MvcTestResult stream) {
        await().atMost(PATIENCE).until(() -> streams.size() == 0);
        assertThat(stream.getMvcResult().getAsyncResult(PATIENCE.toMillis())).isNull();
    }
}
