package io.seckill.reconcile;

import io.seckill.Holding;
import io.seckill.Operator;
import io.seckill.Order;
import io.seckill.OrderStatus;
import io.seckill.SaleId;
import io.seckill.spi.GateBooks;
import io.seckill.spi.GateSale;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.LedgerSale;
import io.seckill.spi.Outbox;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Writes the gate's data of a sale anew. Every step may be the last one; doing all again from the first finishes it. */
record Rebuilding(Pages pages, Outbox outbox, Duration drain) {

    private static final Duration LOOK = Duration.ofMillis(50);

    /** Takes the new epoch back. */
    private static final class ChangedMeanwhile extends RuntimeException {

        private static final long serialVersionUID = 1;

        ChangedMeanwhile() {
            super(null, null, false, false);
        }
    }

    /** What was written. */
    private record Written(int epoch, long orders) {}

    Rebuild run(SaleId sale, Operator by) {
        GateBooks gate = pages.gate();
        LedgerBooks ledger = pages.books();
        Optional<LedgerSale> known = ledger.sale(sale);
        if (known.isEmpty()) {
            return new Rebuild.Unknown();
        }
        Optional<String> why = inTheWay(known.get(), gate.sale(sale));
        if (why.isPresent()) {
            return new Rebuild.Refused("sale " + sale + " " + why.get());
        }
        awaitDelivered(sale);
        Written written;
        try {
            written = ledger.inNewEpoch(sale, this::write).orElseThrow();
        } catch (ChangedMeanwhile e) {
            return new Rebuild.Refused(
                    "sale " + sale + " was resumed, or its stock changed, meanwhile; rebuild it again");
        }
        tellPaidMeanwhile(sale, written.epoch);
        if (!gate.endRebuild(sale, written.epoch, by)) {
            return new Rebuild.Refused("sale " + sale + " is being rebuilt by somebody else; wait until that is done");
        }
        return new Rebuild.Done(gate.sale(sale).orElseThrow().status(), written.epoch, written.orders);
    }

    private static Optional<String> inTheWay(LedgerSale ledger, Optional<GateSale> gate) {
        if (ledger.settled().isPresent()) {
            return Optional.of("is settled; its figures are final in the ledger");
        }
        if (gate.filter(known -> BooksReconciler.isOpen(known.status())).isPresent()) {
            return Optional.of("is open; pause it first");
        }
        return gate.filter(GateSale::stockHalfDone)
                .map(known -> "has a change of its stock half done; pause it once more, which finishes that");
    }

    /** What is not delivered by then is refused later, and released: sad for its buyers, but safe. */
    private void awaitDelivered(SaleId sale) {
        long deadline = System.nanoTime() + drain.toNanos();
        while (outbox.holds(sale)
                && System.nanoTime() - deadline < 0
                && !Thread.currentThread().isInterrupted()) {
            Pause.of(LOOK);
        }
    }

    /** Runs while nobody else stores or cancels orders of the sale, and perhaps twice. */
    private Written write(LedgerSale ledger) {
        SaleId sale = ledger.sale().id();
        AtomicLong orders = new AtomicLong();
        if (!pages.gate().beginRebuild(ledger)) {
            throw new ChangedMeanwhile();
        }
        pages.orders(sale, page -> {
            pages.gate().correct(sale, ledger.epoch(), asHoldings(page));
            orders.addAndGet(page.size());
        });
        return new Written(ledger.epoch(), orders.get());
    }

    private void tellPaidMeanwhile(SaleId sale, int epoch) {
        pages.orders(sale, page -> {
            List<Holding> paid = asHoldings(page.stream()
                    .filter(order -> order.status() == OrderStatus.PAID)
                    .toList());
            if (!paid.isEmpty()) {
                pages.gate().correct(sale, epoch, paid);
            }
        });
    }

    private static List<Holding> asHoldings(List<Order> orders) {
        return orders.stream().map(RepairPlan::asHolding).toList();
    }
}
