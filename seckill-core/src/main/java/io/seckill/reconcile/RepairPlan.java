package io.seckill.reconcile;

import io.seckill.Holding;
import io.seckill.Operator;
import io.seckill.Order;
import io.seckill.OrderStatus;
import io.seckill.Origin;
import io.seckill.Reservation;
import io.seckill.spi.GateBooks;
import io.seckill.spi.GateSale;
import io.seckill.spi.LedgerSale;
import io.seckill.spi.Outbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be done about what an examination found, step by step: each leaves less that differs, whatever becomes of the next. */
final class RepairPlan {

    private record Step(String words, Runnable action) {}

    private final Examination found;
    private final GateSale gate;
    private final LedgerSale ledger;
    private final Pages pages;
    private final Outbox outbox;
    private final List<Step> steps = new ArrayList<>();
    private long room;

    /** Makes a plan for a sale that gate and ledger both know. */
    RepairPlan(Examination found, Pages pages, Outbox outbox) {
        this.found = found;
        this.gate = found.gate().orElseThrow();
        this.ledger = found.ledger().orElseThrow();
        this.pages = pages;
        this.outbox = outbox;
        this.room = gate.status().available();
        countAgain();
        countLedgerAgain();
        release();
        correct("count as sold", found.of(DriftKind.PAID_NOT_SOLD));
        correct("count as reserved", found.of(DriftKind.SOLD_NOT_PAID));
        hold();
        sendAgain();
    }

    List<String> words() {
        return steps.stream().map(Step::words).toList();
    }

    /** Does each step, noting it before: an audit may name what a crash prevented, but misses nothing. */
    void carryOut(Operator by) {
        for (Step step : steps) {
            pages.gate().note(found.sale(), by, "repair: " + step.words);
            step.action.run();
        }
    }

    private void countAgain() {
        boolean wrong = Stream.of(
                        DriftKind.TOTALS_DIFFER,
                        DriftKind.COUNTERS_DO_NOT_ADD_UP,
                        DriftKind.COUNTERS_DIFFER_FROM_HOLDINGS)
                .anyMatch(found.figures()::containsKey);
        Optional<Sums> sums = found.sums().filter(Sums::still);
        if (!wrong || sums.isEmpty()) {
            return;
        }
        Sums held = sums.get();
        long total = Stream.of(ledger.sale().total(), gate.status().sale().total())
                .filter(possible -> possible >= held.held())
                .findFirst()
                .orElse(-1L);
        boolean changes = total != gate.status().sale().total()
                || !held.agree()
                || found.figures().containsKey(DriftKind.COUNTERS_DO_NOT_ADD_UP);
        if (total < 0 || !changes) {
            return;
        }
        room = total - held.held();
        steps.add(new Step(
                "count " + held.reserved() + " reserved and " + held.sold() + " sold of a total of " + total,
                () -> pages.gate().correctCounters(held.gate(), total, held.reserved(), held.sold())));
    }

    private void countLedgerAgain() {
        if (found.figures().containsKey(DriftKind.LEDGER_COUNT_DIFFERS)
                && pages.books().figures(found.sale()).live() <= ledger.sale().total()) {
            steps.add(new Step(
                    "count the live orders in the ledger", () -> pages.books().correctHeld(found.sale())));
        }
    }

    private void release() {
        List<Finding> dead = found.of(DriftKind.DEAD_BUT_HELD);
        dead.forEach(finding -> room += items(finding));
        correct("release", dead);
    }

    private void hold() {
        List<Finding> fitting = new ArrayList<>();
        Stream.of(DriftKind.ORDER_NOT_HELD, DriftKind.LIVE_BUT_RELEASED)
                .flatMap(kind -> found.of(kind).stream())
                .forEach(finding -> {
                    if (items(finding) <= room) {
                        room -= items(finding);
                        fitting.add(finding);
                    }
                });
        correct("hold", fitting);
    }

    private void correct(String verb, List<Finding> findings) {
        if (findings.isEmpty()) {
            return;
        }
        List<Holding> wanted = findings.stream()
                .map(finding -> asHolding(finding.order().orElseThrow()))
                .toList();
        GateBooks books = pages.gate();
        steps.add(new Step(
                verb + " " + orders(findings),
                () -> pages.of(wanted, page -> books.correct(found.sale(), gate.epoch(), page))));
    }

    private void sendAgain() {
        List<Finding> lost = found.of(DriftKind.ORDER_LOST);
        if (lost.isEmpty()) {
            return;
        }
        Origin origin = new Origin(gate.epoch(), Optional.empty());
        List<Reservation> reservations = lost.stream()
                .map(finding -> finding.holding().orElseThrow().reservation().from(origin))
                .toList();
        steps.add(new Step(
                "put " + orders(lost) + " into the outbox",
                () -> pages.of(reservations, page -> outbox.append(found.sale(), List.copyOf(page)))));
    }

    /** Returns what the gate should have of an order. */
    static Holding asHolding(Order order) {
        boolean dead = order.status() == OrderStatus.CANCELLED || order.status() == OrderStatus.REFUSED;
        return new Holding(
                order.reservation(), dead ? order.reason() : Optional.empty(), order.status() == OrderStatus.PAID);
    }

    private static long items(Finding finding) {
        return finding.order().orElseThrow().reservation().quantity();
    }

    private static String orders(List<Finding> findings) {
        return findings.size() == 1 ? "1 order" : findings.size() + " orders";
    }
}
