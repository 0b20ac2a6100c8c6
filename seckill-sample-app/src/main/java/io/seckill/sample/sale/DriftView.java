package io.seckill.sample.sale;

import io.seckill.OrderId;
import io.seckill.reconcile.Drift;
import io.seckill.reconcile.DriftKind;
import io.seckill.reconcile.DriftReport;
import java.util.List;

/**
 * What differs between gate and database.
 *
 * @param clean whether nothing differs, as far as it could be compared
 * @param unnamed orders that differ too, but are too many to be named
 * @param notCompared what could not be compared and why
 */
record DriftView(boolean clean, List<Difference> differences, long unnamed, List<String> notCompared) {

    /**
     * One kind of difference.
     *
     * @param orderIds the orders that differ in this way
     * @param figures the numbers that differ, in words
     */
    record Difference(DriftKind kind, List<String> orderIds, String figures) {

        static Difference of(Drift drift) {
            return new Difference(
                    drift.kind(), drift.orders().stream().map(OrderId::value).toList(), drift.figures());
        }
    }

    static DriftView of(DriftReport report) {
        return new DriftView(
                report.clean(),
                report.drifts().stream().map(Difference::of).toList(),
                report.unnamed(),
                report.notCompared());
    }
}
