package io.seckill.sample.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;

import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.reconcile.Reconciler;
import io.seckill.sample.EndpointTest;
import io.seckill.sample.console.Sample.Stock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@EndpointTest({FiguresController.class, LoginHint.class})
class FiguresControllerTest {

    private static final SaleId COUPON = new SaleId("coupon");
    private static final Instant OPENS = Instant.parse("2026-12-12T20:00:00Z");
    private static final SaleStatus STATUS =
            new SaleStatus(new Sale(COUPON, 100, 1, OPENS, OPENS.plusSeconds(60)), SaleState.OPEN, 40, 50, 10, OPENS);
    private static final List<Sample> SAMPLES = List.of(
            new Sample(Instant.ofEpochMilli(1_000), Map.of(Figure.ACCEPTED, 1 / 3.0), Map.of()),
            new Sample(Instant.ofEpochMilli(2_000), Map.of(), Map.of(COUPON, new Stock(40, 50, 10))));

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Watch watch;

    @Test
    void figuresAreColumnsWithGaps() {
        given(watch.after(Instant.ofEpochMilli(500), Optional.of(COUPON)))
                .willReturn(FiguresView.of(
                        SAMPLES, List.of(STATUS), new Drifts(mock(Reconciler.class)), Optional.of(COUPON)));

        MvcTestResult answer = get("/api/admin/figures?since=500&sale=coupon");

        assertThat(answer).hasStatusOk().bodyJson().isLenientlyEqualTo("""
                {"at":[1000,2000],"available":[null,40],"reserved":[null,50],"sold":[null,10],
                 "figures":{"ACCEPTED":[0.333,null],"OUTBOX":[null,null]},
                 "sales":[{"id":"coupon","state":"OPEN","selling":true,"total":100,"available":40,"reserved":50,"sold":10,
                   "limit":1,"opens":"2026-12-12T20:00:00Z","closes":"2026-12-12T20:01:00Z"}]}""");
        assertThat(answer).bodyJson().doesNotHavePath("sales[0].drift");
    }

    @Test
    void withoutASaleThereIsNoStock() {
        given(watch.after(Instant.EPOCH, Optional.empty()))
                .willReturn(
                        FiguresView.of(SAMPLES, List.of(STATUS), new Drifts(mock(Reconciler.class)), Optional.empty()));

        assertThat(get("/api/admin/figures")).hasStatusOk().bodyJson().isLenientlyEqualTo("""
                {"at":[1000,2000],"available":[null,null]}""");
    }

    @Test
    void anIdThatCannotBeOneIsNamed() {
        assertThat(get("/api/admin/figures?sale=a%20b")).hasStatus(400);
    }

    @Test
    void anInstantThatIsNoNumberIsNamed() {
        assertThat(get("/api/admin/figures?since=abc"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("detail")
                .isEqualTo("since must be a whole number, but was 'abc'");
    }

    @Test
    void theFiguresAreForTheOperator() {
        assertThat(http.get().uri("/api/admin/figures")).hasStatus(401);
    }

    @Test
    void aRealPasswordIsToldToNobody() {
        assertThat(http.get().uri("/admin/login/hint")).hasStatusOk().bodyText().isEqualTo("{}");
    }

    private MvcTestResult get(String uri) {
        return http.get().uri(uri).with(httpBasic("admin", "open-sesame")).exchange();
    }
}
