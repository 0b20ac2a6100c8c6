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
import io.seckill.reconcile.DriftKind;
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
    private final Counter latched;
    private final Map<LimitKind, Counter> limited = new EnumMap<>(LimitKind.class);
    private final Map<DeliveryOutcome, Counter> delivered = new EnumMap<>(DeliveryOutcome.class);
    private final Counter stored;
    private final Map<OrderChangeKind, Counter> changed = new EnumMap<>(OrderChangeKind.class);
    private final Counter told;
    private final Counter toBeTold;
    private final Counter refunded;
    private final Counter toBeRefunded;
    private final Counter eventsDropped;

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
        latched = Counter.builder(SeckillMeters.PURCHASES_LATCHED)
                .description("Sold-out answers without asking the gate")
                .register(registry);
        for (LimitKind kind : LimitKind.values()) {
            limited.put(
                    kind,
                    counter(
                            SeckillMeters.PURCHASES_LIMITED,
                            "Purchases that a limiter turned away",
                            SeckillMeters.KIND,
                            tag(kind)));
        }
        for (DeliveryOutcome outcome : DeliveryOutcome.values()) {
            delivered.put(
                    outcome, counter(SeckillMeters.DELIVERIES, "Reservations handed to the order sink", tag(outcome)));
        }
        stored = orders("stored");
        for (OrderChangeKind kind : OrderChangeKind.values()) {
            changed.put(kind, orders(tag(kind)));
        }
        told = counter(SeckillMeters.GATE_TOLD, "Orders that the gate was told of", "told");
        toBeTold = counter(SeckillMeters.GATE_TOLD, "Orders that the gate was told of", "retry");
        refunded = counter(SeckillMeters.LATE_PAYMENTS, "Late payments given back", "refunded");
        toBeRefunded = counter(SeckillMeters.LATE_PAYMENTS, "Late payments given back", "retry");
        for (DriftKind kind : DriftKind.values()) {
            drift(kind.tag());
        }
        eventsDropped = Counter.builder(SeckillMeters.EVENTS_DROPPED)
                .description("Events dropped because listeners are too slow")
                .register(registry);
    }

    private Counter purchases(String outcome) {
        return counter(SeckillMeters.PURCHASES, "Answered purchases", outcome);
    }

    private Counter counter(String name, String description, String outcome) {
        return counter(name, description, SeckillMeters.OUTCOME, outcome);
    }

    private Counter orders(String change) {
        return counter(SeckillMeters.ORDERS, "Orders by what became of them", SeckillMeters.CHANGE, change);
    }

    private Counter counter(String name, String description, String tag, String value) {
        return Counter.builder(name).description(description).tag(tag, value).register(registry);
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
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
    public void latched() {
        latched.increment();
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
        if (outcome == DeliveryOutcome.STORED) {
            stored.increment(reservations);
        }
    }

    @Override
    public void limited(LimitKind kind) {
        requireNonNull(limited.get(kind)).increment();
    }

    @Override
    public void ordersChanged(OrderChangeKind kind, int orders) {
        requireNonNull(changed.get(kind)).increment(orders);
    }

    @Override
    public void gateTold(boolean worked, int orders) {
        (worked ? told : toBeTold).increment(orders);
    }

    @Override
    public void latePaymentHandled(boolean gaveBack) {
        (gaveBack ? refunded : toBeRefunded).increment();
    }

    @Override
    public void drifted(String kind, int differences) {
        drift(kind).increment(differences);
    }

    private Counter drift(String kind) {
        return counter(SeckillMeters.DRIFT, "Differences that reconciliations found", SeckillMeters.KIND, kind);
    }

    @Override
    public void eventDropped() {
        eventsDropped.increment();
    }
}
