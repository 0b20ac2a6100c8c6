package io.seckill.reconcile;

import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.spi.Figures;
import io.seckill.spi.GateSale;
import io.seckill.spi.LedgerSale;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what differs. What differs at first is looked at once more after a while, and counts only if it differs in the same way then. */
final class Examiner {

    private static final int TRIES = 3;

    private final Looks looks;
    private final ReconcileConfig config;

    Examiner(Looks looks, ReconcileConfig config) {
        this.looks = looks;
        this.config = config;
    }

    Optional<Examination> examine(SaleId sale) {
        Optional<GateSale> gate = looks.gate().sale(sale);
        Optional<LedgerSale> ledger = looks.books().sale(sale);
        if (gate.isEmpty() && ledger.isEmpty()) {
            return Optional.empty();
        }
        if (gate.filter(known -> known.status().state() == SaleState.REBUILDING).isPresent()) {
            return Optional.of(onlyWords(sale, gate, ledger, Map.of(), "sale " + sale + " is being rebuilt"));
        }
        if (gate.isEmpty() && ledger.get().settled().isPresent()) {
            return Optional.of(onlyWords(
                    sale,
                    gate,
                    ledger,
                    Map.of(),
                    "sale " + sale + " is settled, and the gate's data of it has expired"));
        }
        if (gate.isEmpty() || ledger.isEmpty()) {
            String who = gate.isEmpty() ? "the gate" : "the ledger";
            return Optional.of(onlyWords(
                    sale,
                    gate,
                    ledger,
                    Map.of(DriftKind.SALE_MISSING, who + " does not know the sale"),
                    "orders and figures, since only one side knows the sale"));
        }
        return Optional.of(compare(sale));
    }

    private static Examination onlyWords(
            SaleId sale,
            Optional<GateSale> gate,
            Optional<LedgerSale> ledger,
            Map<DriftKind, String> figures,
            String notCompared) {
        return new Examination(sale, gate, ledger, Optional.empty(), List.of(), 0, figures, List.of(notCompared));
    }

    private Examination compare(SaleId sale) {
        Hunt hunt = new Hunt(looks, sale, config.named());
        Figured figured = figures(sale, hunt.run());
        List<Finding> findings = List.of();
        if (!hunt.findings().isEmpty() || !figured.differing.isEmpty()) {
            Pause.of(config.settle());
            findings = confirmed(sale, hunt.findings());
            figured = figured.confirmedBy(figures(sale, sums(sale)));
        }
        return new Examination(
                sale,
                figured.gate,
                figured.ledger,
                figured.sums,
                findings,
                hunt.unnamed(),
                figured.differing,
                figured.notCompared);
    }

    private List<Finding> confirmed(SaleId sale, List<Finding> before) {
        Map<Suspect, DriftKind> kinds = new HashMap<>();
        before.forEach(finding -> kinds.put(finding.suspect(), finding.kind()));
        return looks.closely(sale, kinds.keySet()).stream()
                .filter(finding -> finding.kind() == kinds.get(finding.suspect()))
                .toList();
    }

    private Optional<Sums> sums(SaleId sale) {
        return Sums.of(looks.gate(), looks.pages(), sale, page -> {});
    }

    /** The figures of both sides at one look. */
    private record Figured(
            Optional<GateSale> gate,
            Optional<LedgerSale> ledger,
            Optional<Sums> sums,
            Map<DriftKind, String> differing,
            List<String> notCompared) {

        /** The numbers may have moved between the looks; that they differ must not have. */
        Figured confirmedBy(Figured later) {
            Map<DriftKind, String> both = new EnumMap<>(DriftKind.class);
            later.differing.forEach((kind, words) -> {
                if (differing.containsKey(kind)) {
                    both.put(kind, words);
                }
            });
            return new Figured(later.gate, later.ledger, later.sums, both, later.notCompared);
        }
    }

    private Figured figures(SaleId sale, Optional<Sums> firstSums) {
        Map<DriftKind, String> differing = new EnumMap<>(DriftKind.class);
        List<String> notCompared = new ArrayList<>();
        Optional<Sums> sums = firstSums;
        for (int i = 1; i < TRIES && sums.isPresent() && !sums.get().still(); i++) {
            sums = sums(sale);
        }
        compareCounters(sums, differing, notCompared);
        compareLedger(sale, differing, notCompared);
        Optional<GateSale> gate = looks.gate().sale(sale);
        Optional<LedgerSale> ledger = looks.books().sale(sale);
        if (gate.isPresent() && ledger.isPresent()) {
            compareSales(gate.get(), ledger.get(), differing, notCompared);
        }
        return new Figured(gate, ledger, sums, differing, notCompared);
    }

    private static void compareSales(
            GateSale gate, LedgerSale ledger, Map<DriftKind, String> differing, List<String> notCompared) {
        SaleStatus status = gate.status();
        long total = status.sale().total();
        if (gate.stockHalfDone()) {
            notCompared.add("the totals, since a change of stock is half done");
        } else if (total != ledger.sale().total()) {
            differing.put(
                    DriftKind.TOTALS_DIFFER,
                    "total is " + total + " in the gate and " + ledger.sale().total() + " in the ledger");
        }
        if (gate.epoch() != ledger.epoch()) {
            differing.put(
                    DriftKind.EPOCHS_DIFFER,
                    "epoch is " + gate.epoch() + " in the gate and " + ledger.epoch() + " in the ledger");
        }
        if (status.available() + status.reserved() + status.sold() != total) {
            differing.put(
                    DriftKind.COUNTERS_DO_NOT_ADD_UP,
                    status.available() + " available, " + status.reserved() + " reserved and " + status.sold()
                            + " sold are not the total of " + total);
        }
    }

    private static void compareCounters(
            Optional<Sums> sums, Map<DriftKind, String> differing, List<String> notCompared) {
        if (sums.isEmpty() || !sums.get().still()) {
            notCompared.add("counters and holdings, since the sale was moving");
            return;
        }
        Sums held = sums.get();
        if (!held.agree()) {
            SaleStatus status = held.gate().status();
            differing.put(
                    DriftKind.COUNTERS_DIFFER_FROM_HOLDINGS,
                    status.reserved() + " reserved and " + status.sold() + " sold are counted, but buyers hold "
                            + held.reserved() + " and " + held.sold());
        }
    }

    /**
     * Every order moves on, from unpaid to paid or cancelled, and none goes away; so figures that are the same before and after mean that
     * nothing changed in between.
     */
    private void compareLedger(SaleId sale, Map<DriftKind, String> differing, List<String> notCompared) {
        for (int i = 0; i < TRIES; i++) {
            Figures before = looks.books().figures(sale);
            Optional<LedgerSale> ledger = looks.books().sale(sale);
            if (before.equals(looks.books().figures(sale))) {
                ledger.filter(known -> known.held() != before.live())
                        .ifPresent(known -> differing.put(
                                DriftKind.LEDGER_COUNT_DIFFERS,
                                known.held() + " items are counted as held in the ledger, but live orders have "
                                        + before.live()));
                return;
            }
        }
        notCompared.add("the ledger's count and its orders, since the sale was moving");
    }
}
