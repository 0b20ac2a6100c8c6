package io.seckill.spring.health;

import io.seckill.order.OrderSweep;
import io.seckill.order.SweepStatus;
import io.seckill.relay.OrderRelay;
import io.seckill.relay.RelayStatus;
import io.seckill.relay.RelayStatus.Failing;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Backlog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;

/** Judges how the selling is doing, each time it is asked. */
final class SeckillHealth implements AutoCloseable {

    private final Optional<OrderRelay> relay;
    private final Optional<OrderSweep> sweep;
    private final SeckillHealthProperties limits;
    private final ExecutorService executor;
    private final Probe<Backlog> outbox;

    SeckillHealth(
            Outbox outbox,
            Optional<OrderRelay> relay,
            Optional<OrderSweep> sweep,
            SeckillHealthProperties limits,
            ExecutorService executor) {
        this.relay = relay;
        this.sweep = sweep;
        this.limits = limits;
        this.executor = executor;
        this.outbox = new Probe<>(outbox::backlog, executor);
    }

    HealthReport report() {
        Map<String, Object> details = new LinkedHashMap<>();
        List<String> reasons = new ArrayList<>();
        relay.map(OrderRelay::status).ifPresent(status -> judge(status, details, reasons));
        sweep.map(OrderSweep::status).ifPresent(status -> judge(status, details, reasons));
        try {
            judge(outbox.ask(limits.timeout()), details, reasons);
        } catch (TimeoutException e) {
            return down("the outbox gave no answer within " + limits.timeout().toMillis() + " ms", details);
        } catch (ExecutionException e) {
            return down("the outbox cannot be read: " + e.getCause(), details);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return down("interrupted while asking the outbox", details);
        }
        if (reasons.isEmpty()) {
            return new HealthReport(HealthReport.UP, details);
        }
        details.put("reasons", reasons);
        return new HealthReport(HealthReport.DEGRADED, details);
    }

    private static HealthReport down(String reason, Map<String, Object> details) {
        details.put("reasons", List.of(reason));
        return new HealthReport(HealthReport.DOWN, details);
    }

    private void judge(Backlog backlog, Map<String, Object> details, List<String> reasons) {
        details.put(
                "outbox",
                Map.of(
                        "parcels", backlog.parcels(),
                        "pending", backlog.taken(),
                        "oldest", backlog.oldest().toString(),
                        "deadLetters", backlog.dead()));
        if (backlog.oldest().compareTo(limits.backlogAge()) > 0) {
            reasons.add("the oldest parcel waits for " + backlog.oldest().toSeconds() + " s, more than "
                    + limits.backlogAge().toSeconds());
        }
        if (backlog.parcels() > limits.backlogParcels()) {
            reasons.add(backlog.parcels() + " parcels wait, more than " + limits.backlogParcels());
        }
        if (backlog.dead() > 0) {
            reasons.add(backlog.dead() + " dead letters wait for a decision");
        }
    }

    private static void judge(RelayStatus status, Map<String, Object> details, List<String> reasons) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("running", status.running());
        if (!status.running()) {
            reasons.add("the relay does not run");
        }
        shown.put("inWork", status.inWork());
        shown.put("waiting", status.waiting());
        status.failing().ifPresent(failing -> {
            shown.put("failing", name(failing));
            shown.put("since", failing.since().toString());
            shown.put("lastError", failing.lastError());
            reasons.add("the relay's " + name(failing) + " fails since " + failing.since());
        });
        details.put("relay", shown);
    }

    private static void judge(SweepStatus status, Map<String, Object> details, List<String> reasons) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("running", status.running());
        if (!status.running()) {
            reasons.add("the sweep of orders does not run");
        }
        status.failing().ifPresent(failing -> {
            shown.put("failing", failing);
            reasons.add("the sweep of orders fails: " + failing);
        });
        details.put("sweep", shown);
    }

    private static String name(Failing failing) {
        return switch (failing.part()) {
            case SINK -> "order sink";
            case OUTBOX -> "outbox";
            case GATE -> "gate";
        };
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
