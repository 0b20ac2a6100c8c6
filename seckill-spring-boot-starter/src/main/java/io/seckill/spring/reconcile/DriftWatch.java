package io.seckill.spring.reconcile;

import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.internal.Trouble;
import io.seckill.reconcile.Drift;
import io.seckill.reconcile.DriftReport;
import io.seckill.reconcile.Reconciler;
import io.seckill.spi.SeckillMetrics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Checks every sale that is not settled, counts what differs each time, and logs it when it changes. Used by one thread. */
final class DriftWatch implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(DriftWatch.class);
    private static final int LOGGED_ORDERS = 10;

    private final Sales sales;
    private final Reconciler reconciler;
    private final SeckillMetrics metrics;
    private final Map<SaleId, List<Drift>> last = new HashMap<>();
    private final Set<SaleId> failing = new HashSet<>();

    DriftWatch(Sales sales, Reconciler reconciler, SeckillMetrics metrics) {
        this.sales = sales;
        this.reconciler = reconciler;
        this.metrics = metrics;
    }

    @Override
    public void run() {
        List<SaleId> watched = sales.list().stream()
                .filter(status -> status.state() != SaleState.SETTLED)
                .map(SaleStatus::sale)
                .map(sale -> sale.id())
                .toList();
        last.keySet().retainAll(watched);
        failing.retainAll(watched);
        watched.forEach(this::check);
    }

    private void check(SaleId sale) {
        try {
            reconciler.check(sale).ifPresent(this::tell);
            if (failing.remove(sale) && failing.isEmpty()) {
                log.info("All sales can be compared again");
            }
        } catch (RuntimeException e) { // which must not keep the other sales from being checked
            if (Thread.currentThread().isInterrupted()) {
                throw e; // the application stops
            }
            boolean first = failing.isEmpty() || !Trouble.isOutage(e);
            if (failing.add(sale)) {
                log.atLevel(first ? Level.WARN : Level.DEBUG)
                        .setCause(Trouble.trace(e, log))
                        .log("Sale {} cannot be compared; trying again at every check: {}", sale, Trouble.reason(e));
            }
        }
    }

    private void tell(DriftReport report) {
        report.drifts().forEach(drift -> metrics.drifted(drift.kind().tag(), drift.count()));
        List<Drift> before = last.getOrDefault(report.sale(), List.of());
        boolean unsure = report.drifts().isEmpty() && !report.notCompared().isEmpty();
        if (unsure || report.drifts().equals(before)) {
            return;
        }
        last.put(report.sale(), report.drifts());
        if (report.drifts().isEmpty()) {
            log.warn("Gate and ledger agree on sale {} again", report.sale());
        } else {
            log.warn(
                    "Gate and ledger differ in sale {}; pause it and have it repaired: {}",
                    report.sale(),
                    report.drifts().stream().map(DriftWatch::words).collect(Collectors.joining("; ")));
        }
    }

    private static String words(Drift drift) {
        if (drift.orders().isEmpty()) {
            return drift.kind().tag() + ": " + drift.figures();
        }
        String more = drift.count() > LOGGED_ORDERS ? ", ..." : "";
        return drift.kind().tag() + ": " + drift.count() + " orders, "
                + drift.orders().stream()
                        .limit(LOGGED_ORDERS)
                        .map(order -> order.value())
                        .collect(Collectors.joining(", "))
                + more;
    }
}
