package io.seckill.spring.metrics;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.spi.SeckillMetrics;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts in Micrometer. Every counter is there from the start, so that dashboards show zero, and no purchase looks one up by name. */
final class MicrometerSeckillMetrics implements SeckillMetrics {

    private final MeterRegistry registry;
    private final Counter accepted;
    private final Counter replayed;
    private final Map<Reason, Counter> rejected = new EnumMap<>(Reason.class);
    private final Counter failedKnown;
    private final Counter failedUnknown;
    private final Timer gate;
    private final DistributionSummary batchSize;
    private final Map<DeliveryOutcome, Counter> delivered = new EnumMap<>(DeliveryOutcome.class);

    MicrometerSeckillMetrics(MeterRegistry registry) {
        this.registry = registry;
        accepted = purchases("accepted");
        replayed = purchases("replayed");
        for (Reason reason : Reason.values()) {
            rejected.put(reason, purchases(reason.tag()));
        }
        failedKnown = counter(SeckillMeters.PURCHASES_FAILED, "Purchases that got no answer", "known");
        failedUnknown = counter(SeckillMeters.PURCHASES_FAILED, "Purchases that got no answer", "unknown");
        gate = Timer.builder(SeckillMeters.GATE)
                .description("Calls of the gate")
                .register(registry);
        batchSize = DistributionSummary.builder(SeckillMeters.BATCH_SIZE)
                .description("Purchases in one call of the gate")
                .register(registry);
        for (DeliveryOutcome outcome : DeliveryOutcome.values()) {
            String tag = outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
            delivered.put(outcome, counter(SeckillMeters.DELIVERIES, "Reservations handed to the order sink", tag));
        }
    }

    private Counter purchases(String outcome) {
        return counter(SeckillMeters.PURCHASES, "Answered purchases", outcome);
    }

    private Counter counter(String name, String description, String outcome) {
        return Counter.builder(name)
                .description(description)
                .tag(SeckillMeters.OUTCOME, outcome)
                .register(registry);
    }

    @Override
    public void purchased(PurchaseResult result) {
        counterOf(result).increment();
    }

    private Counter counterOf(PurchaseResult result) {
        if (result instanceof Accepted yes) {
            return yes.replayed() ? replayed : accepted;
        }
        return requireNonNull(rejected.get(((Rejected) result).reason()));
    }

    @Override
    public void purchaseFailed(boolean outcomeKnown) {
        (outcomeKnown ? failedKnown : failedUnknown).increment();
    }

    @Override
    public void admitted(int purchases, Duration took) {
        batchSize.record(purchases);
        gate.record(took);
    }

    @Override
    public void delivered(DeliveryOutcome outcome, int reservations) {
        requireNonNull(delivered.get(outcome)).increment(reservations);
    }
}
