package io.seckill.reconcile;

import io.seckill.OrderId;
import io.seckill.SaleId;
import java.util.List;
import java.util.Objects;

/**
 * What differs between gate and ledger.
 *
 * @param sale the sale
 * @param drifts what differs, at most one of each kind, in the order of the kinds
 * @param unnamed orders that differed too, but were too many to be named and were looked at only once
 * @param notCompared what could not be compared and why, a sentence each, such as that the sale was moving
 * @since 0.1
 */
public record DriftReport(SaleId sale, List<Drift> drifts, long unnamed, List<String> notCompared) {

    /** Copies the lists. */
    public DriftReport {
        Objects.requireNonNull(sale, "sale");
        drifts = List.copyOf(drifts);
        notCompared = List.copyOf(notCompared);
    }

    /** Returns whether nothing differs, as far as it could be compared. */
    public boolean clean() {
        return drifts.isEmpty() && unnamed == 0;
    }

    /** Returns whether there is a difference of this kind. */
    public boolean has(DriftKind kind) {
        return drifts.stream().anyMatch(drift -> drift.kind() == kind);
    }

    /** Returns the orders that differ in this way, none if there are none. */
    public List<OrderId> orders(DriftKind kind) {
        return drifts.stream()
                .filter(drift -> drift.kind() == kind)
                .flatMap(drift -> drift.orders().stream())
                .toList();
    }
}
