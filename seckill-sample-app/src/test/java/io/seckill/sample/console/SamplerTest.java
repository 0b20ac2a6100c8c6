package io.seckill.sample.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.OrderId;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.reconcile.Drift;
import io.seckill.reconcile.DriftKind;
import io.seckill.reconcile.DriftReport;
import io.seckill.reconcile.Reconciler;
import io.seckill.sample.console.Sample.Stock;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Backlog;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SamplerTest {

    private static final Instant START = Instant.parse("2026-12-12T20:00:00Z");
    private static final SaleId COUPON = new SaleId("coupon");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Sales sales = mock();
    private final Outbox outbox = mock();
    private final Reconciler reconciler = mock();
    private final Drifts drifts = new Drifts(reconciler);
    private Instant now = START;
    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };
    private final Sampler sampler = new Sampler(sales, outbox, new Rates(meters), drifts, clock, 2);

    @BeforeEach
    void aSaleSells() {
        given(sales.list()).willReturn(List.of(status("coupon", SaleState.OPEN, 0)));
        given(outbox.backlog()).willReturn(new Backlog(7, 3, Duration.ofMillis(1_500), 2));
    }

    @Test
    void countersBecomeRatesOfTheTimeThatPassed() {
        purchases("accepted", 100);
        sampler.take();
        purchases("accepted", 30);
        purchases("paused", 4);
        purchases("ended", 2);
        meters.counter("seckill.orders", "change", "stored").increment(10);

        Sample sample = later(Duration.ofSeconds(2));

        assertThat(sample.figures())
                .contains(entry(Figure.ACCEPTED, 15.0), entry(Figure.NOT_SELLING, 3.0), entry(Figure.STORED, 5.0));
    }

    @Test
    void theFirstSampleHasNoRates() {
        purchases("accepted", 100);

        assertThat(sampler.take().figures()).doesNotContainKey(Figure.ACCEPTED).containsKey(Figure.OUTBOX);
    }

    @Test
    void aBatchIsThatOfThisSecondAloneAndMissingWithoutACall() {
        meters.summary("seckill.batch.size").record(1_000);
        sampler.take();
        meters.summary("seckill.batch.size").record(10);
        meters.summary("seckill.batch.size").record(20);

        assertThat(later(Duration.ofSeconds(1)).figures()).containsEntry(Figure.BATCH, 15.0);
        assertThat(later(Duration.ofSeconds(1)).figures()).doesNotContainKey(Figure.BATCH);
    }

    @Test
    void outboxAndStockAreThoseOfTheMoment() {
        Sample sample = sampler.take();

        assertThat(sample.at()).isEqualTo(START);
        assertThat(sample.figures())
                .contains(
                        entry(Figure.OUTBOX, 7.0),
                        entry(Figure.PENDING, 3.0),
                        entry(Figure.LAG, 1.5),
                        entry(Figure.DEAD, 2.0));
        assertThat(sample.stocks()).containsExactly(entry(COUPON, new Stock(40, 50, 10)));
    }

    @Test
    void whileRedisIsAwayTheNodesOwnCountersGoOn() {
        sampler.take();
        purchases("sold-out", 8);
        given(sales.list()).willThrow(SeckillUnavailableException.nothingChanged("away", null));

        Sample gap = later(Duration.ofSeconds(1));

        assertThat(gap.stocks()).isEmpty();
        assertThat(gap.figures())
                .containsEntry(Figure.SOLD_OUT, 8.0)
                .doesNotContainKeys(Figure.OUTBOX, Figure.PENDING, Figure.LAG, Figure.DEAD);
        assertThat(shown(Optional.empty())).containsExactly("coupon");
    }

    @Test
    void salesThatAreOverGiveWayToThoseThatSell() {
        given(sales.list())
                .willReturn(List.of(
                        status("new-but-closed", SaleState.CLOSED, 30),
                        status("old", SaleState.OPEN, 10),
                        status("newer", SaleState.OPEN, 20)));

        sampler.take();

        assertThat(shown(Optional.empty())).containsExactly("newer", "old");
    }

    @Test
    void theSaleThatWasChosenStaysInSightOnceItIsOver() {
        given(sales.list())
                .willReturn(List.of(
                        status("coupon", SaleState.CLOSED, 30),
                        status("old", SaleState.OPEN, 10),
                        status("newer", SaleState.OPEN, 20)));

        sampler.take();

        assertThat(shown(Optional.of(COUPON))).containsExactly("newer", "old", "coupon");
        assertThat(shown(Optional.of(new SaleId("old")))).containsExactly("newer", "old");
    }

    @Test
    void driftIsTheSumOfWhatTheLastLookFound() {
        DriftReport found = report(
                new Drift(DriftKind.ORDER_LOST, List.of(new OrderId("1"), new OrderId("2")), ""),
                new Drift(DriftKind.TOTALS_DIFFER, List.of(), "5 and 6"));
        given(reconciler.check(COUPON)).willReturn(Optional.of(found));
        assertThat(sampler.take().figures()).doesNotContainKey(Figure.DRIFT);

        sampler.compare();

        assertThat(sampler.take().figures()).containsEntry(Figure.DRIFT, 3.0);
        assertThat(drifts.of(COUPON)).hasValue(3);
    }

    @Test
    void aSaleThatMovesKeepsItsDriftUntilItCanBeCompared() {
        sampler.take();
        DriftReport bad = report(new Drift(DriftKind.COUNTERS_DO_NOT_ADD_UP, List.of(), "1"));
        DriftReport unsure = new DriftReport(COUPON, List.of(), 0, List.of("it moves"));
        List<Long> seen = new ArrayList<>();

        for (DriftReport report : List.of(bad, unsure, report())) {
            given(reconciler.check(COUPON)).willReturn(Optional.of(report));
            sampler.compare();
            seen.add(drifts.of(COUPON).orElseThrow());
        }

        assertThat(seen).containsExactly(1L, 1L, 0L);
    }

    @Test
    void settledSalesAreNotCompared() {
        given(sales.list()).willReturn(List.of(status("coupon", SaleState.SETTLED, 0)));
        sampler.take();

        sampler.compare();

        verify(reconciler, never()).check(any());
    }

    @Test
    void theRingKeepsTheLastSamplesAndTellsThoseThatAreNew() {
        Ring ring = new Ring(3);
        for (int i = 0; i < 5; i++) {
            ring.add(later(Duration.ofSeconds(1)));
        }

        assertThat(ring.after(Instant.EPOCH))
                .extracting(Sample::at)
                .containsExactly(START.plusSeconds(3), START.plusSeconds(4), START.plusSeconds(5));
        assertThat(ring.after(START.plusSeconds(4))).extracting(Sample::at).containsExactly(START.plusSeconds(5));
        assertThat(ring.after(START.plusSeconds(5))).isEmpty();
    }

    private Sample later(Duration time) {
        now = now.plus(time);
        return sampler.take();
    }

    private List<String> shown(Optional<SaleId> chosen) {
        return sampler.shown(chosen).stream()
                .map(status -> status.sale().id().value())
                .toList();
    }

    private void purchases(String outcome, int count) {
        meters.counter("seckill.purchases", "outcome", outcome).increment(count);
    }

    private static DriftReport report(Drift... drifts) {
        return new DriftReport(COUPON, List.of(drifts), 0, List.of());
    }

    private static SaleStatus status(String id, SaleState state, int openedAfterSeconds) {
        Instant opens = START.minusSeconds(3_600).plusSeconds(openedAfterSeconds);
        Sale sale = new Sale(new SaleId(id), 100, 1, opens, START.plusSeconds(3_600));
        return new SaleStatus(sale, state, 40, 50, 10, START);
    }
}
