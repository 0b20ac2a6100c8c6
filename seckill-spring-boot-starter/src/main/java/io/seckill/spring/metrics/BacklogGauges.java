package io.seckill.spring.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Backlog;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of the outbox. They show the last sample, since a scrape must not wait for Redis; while the outbox gives no answer they show
 * nothing (NaN) rather than something old.
 */
final class BacklogGauges implements Runnable {

    private final Outbox outbox;
    private volatile @Nullable Backlog sample;

    BacklogGauges(Outbox outbox, MeterRegistry registry) {
        this.outbox = outbox;
        register(registry, SeckillMeters.OUTBOX_PARCELS, "Parcels in the outbox", Backlog::parcels);
        register(registry, SeckillMeters.OUTBOX_PENDING, "Parcels taken by a relay and not settled", Backlog::taken);
        register(registry, SeckillMeters.DEAD_LETTERS, "Reservations that were given up", Backlog::dead);
        TimeGauge.builder(
                        SeckillMeters.OUTBOX_AGE,
                        this,
                        TimeUnit.MILLISECONDS,
                        gauges -> gauges.read(age -> age.oldest().toMillis()))
                .description("Age of the oldest parcel in the outbox")
                .register(registry);
    }

    private void register(MeterRegistry registry, String name, String description, ToDoubleFunction<Backlog> value) {
        Gauge.builder(name, this, gauges -> gauges.read(value))
                .description(description)
                .register(registry);
    }

    private double read(ToDoubleFunction<Backlog> value) {
        Backlog last = sample;
        return last == null ? Double.NaN : value.applyAsDouble(last);
    }

    /** Takes a sample of all partitions. */
    @Override
    public void run() {
        try {
            sample = outbox.backlog();
        } catch (RuntimeException e) {
            sample = null;
            throw e;
        }
    }
}
