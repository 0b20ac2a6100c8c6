package io.seckill.sample.console;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns this node's counters, which only grow, into figures of the time since the last look. Used by one thread. */
final class Rates {

    private static final double MILLIS = 1_000;

    private final MeterRegistry registry;
    private @Nullable Counts last;

    Rates(MeterRegistry registry) {
        this.registry = registry;
    }

    /** What was counted until an instant. */
    private record Counts(Instant at, Map<Figure, Double> events, double calls, double carried) {}

    /** Returns the figures since the last look; none the first time. */
    Map<Figure, Double> look(Instant now) {
        Counts before = last;
        Counts after = count(now);
        last = after;
        Map<Figure, Double> rates = new EnumMap<>(Figure.class);
        double millis = before == null ? 0 : Duration.between(before.at, now).toMillis();
        if (before == null || millis <= 0) {
            return rates;
        }
        after.events.forEach((figure, count) ->
                rates.put(figure, Math.max(0, count - before.events.getOrDefault(figure, 0.0)) * MILLIS / millis));
        if (after.calls > before.calls) {
            rates.put(Figure.BATCH, (after.carried - before.carried) / (after.calls - before.calls));
        }
        return rates;
    }

    private Counts count(Instant now) {
        Map<Figure, Double> events = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            if (figure.counted()) {
                events.put(figure, count(figure));
            }
        }
        DistributionSummary batches = registry.find("seckill.batch.size").summary();
        return batches == null
                ? new Counts(now, events, 0, 0)
                : new Counts(now, events, batches.count(), batches.totalAmount());
    }

    private double count(Figure figure) {
        return registry.find(figure.meter).counters().stream()
                .filter(counter -> figure.values.contains(counter.getId().getTag(figure.tag)))
                .mapToDouble(Counter::count)
                .sum();
    }
}
