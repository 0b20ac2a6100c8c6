package io.seckill.reconcile;

import io.seckill.Holding;
import io.seckill.SaleId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Goes once through all that gate and ledger have of a sale, adds it up, and keeps what differs in a closer look, up to a number. */
final class Hunt {

    private final Looks looks;
    private final SaleId sale;
    private final int most;
    private final Set<Suspect> suspects = new LinkedHashSet<>();
    private final List<Finding> findings = new ArrayList<>();
    private long unnamed;

    Hunt(Looks looks, SaleId sale, int most) {
        this.looks = looks;
        this.sale = sale;
        this.most = most;
    }

    /** Goes through all. Returns what the buyers hold; empty if the gate does not know the sale. */
    Optional<Sums> run() {
        Optional<Sums> sums = Sums.of(
                looks.gate(),
                looks.pages(),
                sale,
                page -> suspect(
                        page.stream().map(Holding::reservation).map(Suspect::of).toList()));
        // everything else differs at the gate's end too, and was seen there
        looks.pages()
                .orders(
                        sale,
                        page -> looks
                                .atFirstSight(
                                        sale, page.stream().map(Suspect::of).toList())
                                .stream()
                                .filter(finding -> finding.kind() == DriftKind.ORDER_NOT_HELD)
                                .forEach(this::add));
        lookCloser();
        return sums;
    }

    private void suspect(List<Suspect> page) {
        looks.atFirstSight(sale, page).forEach(this::add);
    }

    private void add(Finding finding) {
        suspects.add(finding.suspect());
        if (suspects.size() >= most) {
            lookCloser();
        }
    }

    private void lookCloser() {
        for (Finding finding : looks.closely(sale, suspects)) {
            if (findings.size() < most) {
                findings.add(finding);
            } else {
                unnamed++;
            }
        }
        suspects.clear();
    }

    List<Finding> findings() {
        return findings;
    }

    long unnamed() {
        return unnamed;
    }
}
