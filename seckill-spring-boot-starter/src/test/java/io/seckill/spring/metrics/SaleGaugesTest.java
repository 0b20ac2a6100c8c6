package io.seckill.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SaleGaugesTest {

    private static final Instant NOW = Instant.parse("2026-06-18T10:00:00Z");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void showsWhatTheLastLookSaw() {
        SaleGauges gauges = new SaleGauges(10, meters);

        gauges.seen(List.of(status("coupon", 0, SaleState.OPEN, 7, 2, 1)));
        assertThat(value("seckill.sale.available", "coupon")).isEqualTo(7);
        assertThat(value("seckill.sale.reserved", "coupon")).isEqualTo(2);
        assertThat(value("seckill.sale.sold", "coupon")).isEqualTo(1);

        gauges.seen(List.of(status("coupon", 0, SaleState.OPEN, 6, 3, 1)));
        assertThat(value("seckill.sale.available", "coupon")).isEqualTo(6);
    }

    @Test
    void showsNothingRatherThanSomethingOldWhileTheSalesCannotBeSeen() {
        SaleGauges gauges = new SaleGauges(10, meters);
        gauges.seen(List.of(status("coupon", 0, SaleState.OPEN, 7, 2, 1)));

        gauges.notSeen();
        assertThat(value("seckill.sale.available", "coupon")).isNaN();

        gauges.seen(List.of(status("coupon", 0, SaleState.OPEN, 5, 4, 1)));
        assertThat(value("seckill.sale.available", "coupon")).isEqualTo(5);
    }

    @Test
    void ofTooManySalesItShowsThoseThatMayStillSellAndThenThoseThatOpenedLast() {
        SaleGauges gauges = new SaleGauges(3, meters);

        gauges.seen(List.of(
                status("sells-long", -9, SaleState.OPEN, 1, 0, 0),
                status("closed-long-ago", -8, SaleState.CLOSED, 1, 0, 0),
                status("closed", -1, SaleState.CLOSED, 1, 0, 0),
                status("soon", 1, SaleState.OPEN, 1, 0, 0)));

        assertThat(salesShown()).containsExactlyInAnyOrder("sells-long", "soon", "closed");
    }

    @Test
    void aSettledSaleIsOverToo() {
        SaleGauges gauges = new SaleGauges(1, meters);

        gauges.seen(List.of(
                status("sells-long", -9, SaleState.OPEN, 1, 0, 0), status("settled", -1, SaleState.SETTLED, 1, 0, 0)));

        assertThat(salesShown()).containsExactly("sells-long");
    }

    @Test
    void neverHasMoreTagsThanAllowedHoweverManySalesComeAndGo() {
        SaleGauges gauges = new SaleGauges(5, meters);
        for (int day = 0; day < 100; day++) {
            int first = day;
            gauges.seen(IntStream.range(first, first + 20)
                    .mapToObj(number -> status("sale-" + number, number, SaleState.OPEN, 1, 0, 0))
                    .toList());
        }

        assertThat(meters.getMeters()).hasSize(15);
        assertThat(salesShown()).containsExactlyInAnyOrder("sale-114", "sale-115", "sale-116", "sale-117", "sale-118");
    }

    private List<String> salesShown() {
        return gauges("seckill.sale.available").stream()
                .map(gauge -> gauge.getId().getTag("sale"))
                .toList();
    }

    private double value(String name, String sale) {
        return meters.get(name).tag("sale", sale).gauge().value();
    }

    private Collection<Gauge> gauges(String name) {
        return meters.get(name).gauges();
    }

    private static SaleStatus status(
            String id, int openedHoursFromNow, SaleState state, long available, long reserved, long sold) {
        Instant opens = NOW.plusSeconds(3_600L * openedHoursFromNow);
        Sale sale = new Sale(new SaleId(id), available + reserved + sold, 1, opens, NOW.plusSeconds(3_600L * 24 * 365));
        return new SaleStatus(sale, state, available, reserved, sold, NOW);
    }
}
