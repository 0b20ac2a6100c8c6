package io.seckill.reconcile;

import io.seckill.SaleId;
import io.seckill.spi.GateSale;
import io.seckill.spi.LedgerSale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an examination found, with what is needed to mend it.
 *
 * @param figures the numbers that differ, in words
 */
record Examination(
        SaleId sale,
        Optional<GateSale> gate,
        Optional<LedgerSale> ledger,
        Optional<Sums> sums,
        List<Finding> findings,
        long unnamed,
        Map<DriftKind, String> figures,
        List<String> notCompared) {

    DriftReport report() {
        List<Drift> drifts = new ArrayList<>();
        Arrays.stream(DriftKind.values()).forEach(kind -> {
            List<Finding> found = of(kind);
            if (!found.isEmpty() || figures.containsKey(kind)) {
                drifts.add(new Drift(
                        kind,
                        found.stream().map(finding -> finding.suspect().order()).toList(),
                        figures.getOrDefault(kind, "")));
            }
        });
        return new DriftReport(sale, drifts, unnamed, notCompared);
    }

    List<Finding> of(DriftKind kind) {
        return findings.stream().filter(finding -> finding.kind() == kind).toList();
    }
}
