package io.seckill.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.Operator;
import io.seckill.RequestKey;
import io.seckill.SaleId;
import io.seckill.SaleUpdate;
import io.seckill.spring.endpoint.RecordedSales.Change;
import io.seckill.spring.internal.RepeatingTask;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

class SeckillEndpointTest {

    private final RecordedSales recorded = new RecordedSales();
    private final AtomicInteger warmUps = new AtomicInteger();
    private final SeckillEndpoint endpoint = new SeckillEndpoint(
            recorded.sales(),
            RecordedSales.OUTBOX,
            RecordedSales.LETTERS,
            Optional.of(new RepeatingTask("warm-up", "warm-up", Duration.ofHours(1), warmUps::incrementAndGet)),
            Optional.empty());

    @Test
    void showsEverythingAtAGlance() {
        assertThat(endpoint.all()).containsOnlyKeys("sales", "outbox");
        assertThat(endpoint.all()).containsEntry("sales", endpoint.some("sales"));
        assertThat(endpoint.all()).containsEntry("outbox", endpoint.some("outbox"));
    }

    @Test
    void showsOneSaleInPlainValues() {
        assertThat(endpoint.one("sales", "coupon").getBody())
                .containsEntry("id", "coupon")
                .containsEntry("state", "OPEN")
                .containsEntry("selling", true)
                .containsEntry("total", 10L)
                .containsEntry("available", 7L)
                .containsEntry("reserved", 2L)
                .containsEntry("sold", 1L)
                .containsEntry("opens", "2026-06-18T10:00:00Z")
                .containsEntry("payWithin", "PT30M")
                .containsEntry("changes", List.of());
    }

    @Test
    void whatIsUnknownIsNotFound() {
        String parts = "there is no 'buyers' here, but sales, outbox, dead-letters, reconcile, warm-up";
        assertNotFound(parts, (WebEndpointResponse<?>) endpoint.some("buyers"));
        assertNotFound(parts, endpoint.one("buyers", "coupon"));
        assertNotFound(parts, endpoint.run(SecurityContext.NONE, "buyers", null, null));
        assertNotFound(parts, change("buyers", "pause", null));
        assertNotFound("there is no sale 'other'", endpoint.one("sales", "other"));
        assertNotFound("there is no dead letter '0-1'", endpoint.one("dead-letters", "0-1"));
        recorded.answer = new SaleUpdate.Unknown();
        assertNotFound("there is no sale 'coupon'", change("sales", "pause", null));
    }

    private static void assertNotFound(String why, WebEndpointResponse<?> answer) {
        assertThat(answer.getStatus()).isEqualTo(404);
        assertThat(answer.getBody()).isEqualTo(Map.of("notFound", why));
    }

    @Test
    void pausesAndResumesInTheNameOfWhoeverIsLoggedIn() {
        assertThat(change("sales", "pause", null).getStatus()).isEqualTo(200);
        assertThat(change("sales", "resume", "again").getBody()).containsEntry("id", "coupon");

        SaleId coupon = new SaleId("coupon");
        assertThat(recorded.changes)
                .containsExactly(
                        new Change("pause", coupon, Operator.named("alice_example.org")),
                        new Change(
                                "resume",
                                coupon,
                                Operator.named("alice_example.org").once(new RequestKey("again"))));
    }

    @Test
    void aCallerWithoutANameIsTheActuator() {
        endpoint.change(SecurityContext.NONE, "sales", "coupon", "pause", null);

        assertThat(recorded.changes).extracting(Change::by).containsExactly(Operator.named("actuator"));
    }

    @Test
    void whatTheSaleDoesNotAllowIsAConflictWithTheReason() {
        recorded.answer = new SaleUpdate.Refused(RecordedSales.COUPON, "OVER", "the sale is closed");

        WebEndpointResponse<Map<String, Object>> response = change("sales", "pause", null);

        assertThat(response.getStatus()).isEqualTo(409);
        assertThat(response.getBody()).containsEntry("refused", "the sale is closed");
    }

    @Test
    void malformedWordsAreABadRequest() {
        assertThatThrownBy(() -> change("sales", "open", null))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessageContaining("pause or resume, but was open");
        assertThatThrownBy(() -> endpoint.one("sales", "no such id"))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessageContaining("no such id");
        assertThatThrownBy(() -> change("sales", "pause", "not a key"))
                .isInstanceOf(InvalidEndpointRequestException.class);
        assertThat(recorded.changes).isEmpty();
    }

    @Test
    void warmsUpAtOnce() {
        assertThat(endpoint.run(SecurityContext.NONE, "warm-up", null, null).getBody())
                .containsKey("sales");

        assertThat(warmUps).hasValue(1);
    }

    private WebEndpointResponse<Map<String, Object>> change(String part, String change, String key) {
        return endpoint.change(new Alice(), part, "coupon", change, key);
    }

    private static final class Alice implements SecurityContext {

        @Override
        public Principal getPrincipal() {
            return () -> "alice@example.org";
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }
    }
}
