package io.seckill.spring.metrics;

import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.spring.watch.SaleWatcher;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of so many sales: those that may still sell come first, then those that opened last. They show the last look, and nothing (NaN)
 * while the sales cannot be looked at.
 */
final class SaleGauges implements SaleWatcher {

    private static final Comparator<SaleStatus> MOST_WANTED_FIRST = Comparator.comparing(SaleGauges::over)
            .thenComparing(sale -> sale.sale().opens(), Comparator.reverseOrder());

    private final int most;
    private final MultiGauge available;
    private final MultiGauge reserved;
    private final MultiGauge sold;
    private Set<SaleId> rows = Set.of();
    private volatile Map<SaleId, SaleStatus> shown = Map.of();

    SaleGauges(int most, MeterRegistry registry) {
        this.most = most;
        available = gauge(SeckillMeters.SALE_AVAILABLE, "Items of a sale that nobody holds", registry);
        reserved = gauge(SeckillMeters.SALE_RESERVED, "Items of a sale that are held and not paid", registry);
        sold = gauge(SeckillMeters.SALE_SOLD, "Items of a sale that are paid", registry);
    }

    private static MultiGauge gauge(String name, String description, MeterRegistry registry) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    private static boolean over(SaleStatus status) {
        return status.state().isOver()
                || !status.serverTime().isBefore(status.sale().closes());
    }

    @Override
    public void seen(List<SaleStatus> sales) {
        shown = sales.stream()
                .sorted(MOST_WANTED_FIRST)
                .limit(most)
                .collect(toMap(status -> status.sale().id(), status -> status));
        if (!shown.keySet().equals(rows)) {
            rows = new HashSet<>(shown.keySet());
            show(available, SaleStatus::available);
            show(reserved, SaleStatus::reserved);
            show(sold, SaleStatus::sold);
        }
    }

    @Override
    public void notSeen() {
        shown = Map.of();
    }

    private void show(MultiGauge gauge, ToLongFunction<SaleStatus> figure) {
        gauge.register(rows.stream().map(sale -> row(sale, figure)).toList());
    }

    private Row<?> row(SaleId sale, ToLongFunction<SaleStatus> figure) {
        return Row.of(Tags.of(SeckillMeters.SALE, sale.value()), () -> {
            @Nullable SaleStatus status = shown.get(sale);
            return status == null ? Double.NaN : figure.applyAsLong(status);
        });
    }
}
