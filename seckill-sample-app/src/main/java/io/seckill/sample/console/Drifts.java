package io.seckill.sample.console;

import io.seckill.SaleId;
import io.seckill.reconcile.Drift;
import io.seckill.reconcile.DriftReport;
import io.seckill.reconcile.Reconciler;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** How many differences between gate and ledger the last look at each sale found. Thread-safe. */
final class Drifts {

    private final Reconciler reconciler;
    private final Map<SaleId, Long> found = new ConcurrentHashMap<>();

    Drifts(Reconciler reconciler) {
        this.reconciler = reconciler;
    }

    /** Compares these sales, and forgets all others. Reads all their orders. */
    void look(Collection<SaleId> sales) {
        found.keySet().retainAll(sales);
        sales.forEach(sale -> reconciler.check(sale).ifPresent(this::note));
    }

    /** A sale that moves, and so could not be compared in full, is no better than it was. */
    private void note(DriftReport report) {
        if (report.clean() && !report.notCompared().isEmpty()) {
            found.putIfAbsent(report.sale(), 0L);
        } else {
            found.put(
                    report.sale(),
                    report.unnamed()
                            + report.drifts().stream().mapToLong(Drift::count).sum());
        }
    }

    /** Returns how many there are in this sale; empty before the first look. */
    OptionalLong of(SaleId sale) {
        Long differences = found.get(sale);
        return differences == null ? OptionalLong.empty() : OptionalLong.of(differences);
    }

    /** Returns how many there are in all sales; empty before the first look. */
    OptionalLong all() {
        return found.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        found.values().stream().mapToLong(Long::longValue).sum());
    }
}
