package io.seckill.reconcile;

import io.seckill.Operator;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.GateBooks;
import io.seckill.spi.GateSale;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.Outbox;
import io.seckill.spi.SinkUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * {@link Reconciler} over the books of a gate and of a ledger.
 *
 * @since 0.1
 */
public final class BooksReconciler implements Reconciler {

    /** So often a repair examines and mends at most; the second time usually finds nothing. */
    private static final int ROUNDS = 5;

    private final GateBooks gate;
    private final Pages pages;
    private final Outbox outbox;
    private final Examiner examiner;
    private final Rebuilding rebuilding;

    /**
     * Makes a reconciler.
     *
     * @param gate the gate's books
     * @param outbox the gate's outbox, for what was lost on the way
     * @param ledger the ledger
     * @param books the same ledger's books
     * @param config how it works
     */
    public BooksReconciler(
            GateBooks gate, Outbox outbox, OrderLedger ledger, LedgerBooks books, ReconcileConfig config) {
        this.gate = gate;
        this.pages = new Pages(gate, books, config.page());
        this.outbox = outbox;
        this.examiner = new Examiner(new Looks(pages, ledger), config);
        this.rebuilding = new Rebuilding(pages, outbox, config.drain());
    }

    @Override
    public Optional<DriftReport> check(SaleId sale) {
        return asked(() -> examiner.examine(sale).map(Examination::report));
    }

    @Override
    public Repair planRepair(SaleId sale) {
        return asked(() -> ifAtRest(sale, found -> new Repair.Done(plan(found).words(), found.report())));
    }

    @Override
    public Repair repair(SaleId sale, Operator by) {
        return asked(() -> ifAtRest(sale, found -> mend(found, by)));
    }

    private Repair ifAtRest(SaleId sale, Function<Examination, Repair> mending) {
        Optional<String> why = inTheWay(sale);
        if (why.isPresent()) {
            return new Repair.Refused("sale " + sale + " " + why.get());
        }
        Optional<Examination> found = examiner.examine(sale);
        if (found.isEmpty()) {
            return new Repair.Unknown();
        }
        if (found.get().figures().containsKey(DriftKind.SALE_MISSING)
                || found.get().figures().containsKey(DriftKind.EPOCHS_DIFFER)) {
            return new Repair.Refused("sale " + sale + " cannot be repaired, for "
                    + String.join("; ", found.get().figures().values()) + "; "
                    + (found.get().ledger().isPresent() ? "rebuild it" : "open it again"));
        }
        if (found.get().gate().isEmpty()) {
            return new Repair.Done(List.of(), found.get().report());
        }
        return mending.apply(found.get());
    }

    private Repair mend(Examination first, Operator by) {
        Examination found = first;
        List<String> steps = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            RepairPlan plan = plan(found);
            if (plan.words().isEmpty()) {
                break;
            }
            plan.carryOut(by);
            steps.addAll(plan.words());
            found = examiner.examine(found.sale()).orElse(found);
        }
        return new Repair.Done(steps, found.report());
    }

    private RepairPlan plan(Examination found) {
        return new RepairPlan(found, pages, outbox);
    }

    private Optional<String> inTheWay(SaleId sale) {
        Optional<GateSale> known = gate.sale(sale);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        SaleStatus status = known.get().status();
        if (status.state() == SaleState.REBUILDING) {
            return Optional.of("is being rebuilt; rebuild it again if that has come to a stop");
        }
        if (isOpen(status)) {
            return Optional.of("is open; pause it first");
        }
        if (known.get().stockHalfDone()) {
            return Optional.of("has a change of its stock half done; pause it once more, which finishes that");
        }
        return outbox.holds(sale)
                ? Optional.of("has orders in the outbox; wait until they are delivered")
                : Optional.empty();
    }

    /** Returns whether it sells, or begins to when its window opens. */
    static boolean isOpen(SaleStatus status) {
        return status.state() == SaleState.OPEN
                && status.serverTime().isBefore(status.sale().closes());
    }

    @Override
    public Rebuild rebuild(SaleId sale, Operator by) {
        return asked(() -> rebuilding.run(sale, by));
    }

    private static <T> T asked(Supplier<T> work) {
        try {
            return work.get();
        } catch (SinkUnavailableException e) {
            throw SeckillUnavailableException.outcomeUnknown("the order ledger: " + e.getMessage(), e);
        }
    }
}
