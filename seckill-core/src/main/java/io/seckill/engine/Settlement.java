package io.seckill.engine;

import static io.seckill.engine.RegistrySales.inLedger;

import io.seckill.Operator;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.event.Events;
import io.seckill.spi.DeadLetterBox;
import io.seckill.spi.Figures;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.LedgerSale;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRefusal;
import io.seckill.spi.SaleRegistry;
import java.util.Optional;

/**
 * Makes the figures of a sale final: the ledger first, then the gate. Looks for everything that could still change them before; since the
 * sale is over, nothing new comes in between.
 */
final class Settlement {

    private final SaleRegistry registry;
    private final Optional<OrderLedger> ledger;
    private final Outbox outbox;
    private final Events events;

    Settlement(SaleRegistry registry, Optional<OrderLedger> ledger, Outbox outbox, Events events) {
        this.registry = registry;
        this.ledger = ledger;
        this.outbox = outbox;
        this.events = events;
    }

    SaleUpdate settle(SaleId sale, Operator by) {
        Optional<SaleStatus> found = registry.find(sale);
        if (found.isEmpty()) {
            return new SaleUpdate.Unknown();
        }
        SaleStatus status = found.get();
        boolean settledBefore = status.state() == SaleState.SETTLED;
        if (!settledBefore) {
            Optional<SaleUpdate.Refused> refusal = selling(status, by)
                    .or(() -> comingStill(sale)
                            .or(() -> settleInLedger(sale))
                            .map(why -> new SaleUpdate.Refused(status, "UNFINISHED", "sale " + sale + " " + why)));
            if (refusal.isPresent()) {
                return refusal.get();
            }
        }
        SaleUpdate update = registry.change(sale, new SaleChange.Settle(), by);
        if (!settledBefore && update instanceof SaleUpdate.Done done) {
            events.tell(listener -> listener.settled(done.sale()));
        }
        return update;
    }

    /** Returns the sale as the ledger has it; empty if it has no books. */
    Optional<LedgerSale> inBooks(SaleId sale) {
        return books().flatMap(books -> inLedger(() -> books.sale(sale)));
    }

    private Optional<LedgerBooks> books() {
        return ledger.filter(LedgerBooks.class::isInstance).map(LedgerBooks.class::cast);
    }

    /** A sale whose window alone is over is closed, so that nobody extends it while its figures are made final. */
    private Optional<SaleUpdate.Refused> selling(SaleStatus status, Operator by) {
        if (status.state() == SaleState.REBUILDING) {
            return Optional.of(SaleRefusal.REBUILDING.of(status));
        }
        if (status.state().isOver()) {
            return Optional.empty();
        }
        if (status.serverTime().isBefore(status.sale().closes())) {
            return Optional.of(SaleRefusal.STILL_SELLING.of(status));
        }
        SaleUpdate closed = registry.change(status.sale().id(), new SaleChange.Close(), Operator.named(by.name()));
        return closed instanceof SaleUpdate.Refused refused ? Optional.of(refused) : Optional.empty();
    }

    private Optional<String> comingStill(SaleId sale) {
        if (outbox.holds(sale)) {
            return Optional.of("has orders on their way to the order sink; wait until they are delivered");
        }
        if (DeadLetterBox.of(outbox).holdsDead(sale)) {
            return Optional.of("has dead letters; retry or refuse them first");
        }
        return Optional.empty();
    }

    private Optional<String> settleInLedger(SaleId sale) {
        if (ledger.isEmpty()) {
            return Optional.empty();
        }
        if (books().isEmpty()) {
            return Optional.of("is in a ledger whose figures cannot be asked for; let it implement LedgerBooks");
        }
        LedgerBooks books = books().get();
        Figures figures = inLedger(() -> books.figures(sale));
        // The gate is asked last: it cannot be ahead of figures that are final.
        Optional<String> missing = registry.find(sale).flatMap(status -> missing(status, figures));
        if (missing.isEmpty()) {
            inLedger(() -> books.settle(sale, figures));
        }
        return missing;
    }

    private Optional<String> missing(SaleStatus status, Figures figures) {
        if (figures.unpaid() > 0) {
            return Optional.of("has " + figures.unpaid() + " items unpaid; wait until they are paid or cancelled");
        }
        boolean agrees = registry.countsSold()
                ? status.reserved() == 0 && status.sold() == figures.paid()
                : status.reserved() == figures.paid();
        return agrees
                ? Optional.empty()
                : Optional.of("has " + status.reserved() + " items reserved and " + status.sold()
                        + " sold in the gate, but " + figures.paid()
                        + " paid in the ledger; wait until the gate has been told of all, or reconcile it");
    }
}
