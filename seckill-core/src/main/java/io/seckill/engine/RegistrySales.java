package io.seckill.engine;

import io.seckill.AuditEntry;
import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.RequestKey;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.event.Events;
import io.seckill.spi.LedgerSale;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.SinkUnavailableException;
import io.seckill.spi.StockChange;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@link Sales} over a gate's registry and, where orders go to a ledger, the ledger: the ledger first, so that it never knows less
 * stock than the gate sells.
 *
 * @since 0.1
 */
public final class RegistrySales implements Sales {

    private static final Comparator<SaleStatus> BY_OPENING = Comparator.comparing(
                    (SaleStatus status) -> status.sale().opens())
            .thenComparing(status -> status.sale().id().value());

    private final SaleRegistry registry;
    private final Optional<OrderLedger> ledger;
    private final Settlement settlement;

    /** Makes a sales desk that nobody listens to. */
    public RegistrySales(SaleRegistry registry, Optional<OrderLedger> ledger, Outbox outbox) {
        this(registry, ledger, outbox, Events.NONE);
    }

    /**
     * Makes the sales desk of a gate.
     *
     * @param ledger empty where orders go elsewhere
     * @param outbox where accepted reservations wait
     * @param events is told which sales are settled
     */
    public RegistrySales(SaleRegistry registry, Optional<OrderLedger> ledger, Outbox outbox, Events events) {
        this.registry = registry;
        this.ledger = ledger;
        this.settlement = new Settlement(registry, ledger, outbox, events);
    }

    @Override
    public Opening open(Sale sale) {
        if (ledger.isPresent()) {
            Opening inLedger = inLedger(() -> ledger.get().open(sale));
            if (inLedger instanceof Opening.Different) {
                return inLedger;
            }
            Optional<LedgerSale> known = settlement.inBooks(sale.id());
            if (known.flatMap(LedgerSale::settled).isPresent()) {
                return inLedger; // the gate may know nothing of it any more, and must not sell it again
            }
            if (known.filter(this::isLost).isPresent()) {
                return new Opening.Lost(known.get().sale());
            }
        }
        return registry.open(sale);
    }

    /** The ledger was asked first: whatever it has orders or changes of, the gate knew before. */
    private boolean isLost(LedgerSale known) {
        return registry.canBeRebuilt()
                && (known.held() > 0 || known.epoch() > 0 || !known.sale().equals(known.initial()))
                && registry.find(known.sale().id()).isEmpty();
    }

    @Override
    public Optional<SaleStatus> find(SaleId sale) {
        return registry.find(sale);
    }

    @Override
    public List<SaleStatus> list() {
        return registry.ids().stream()
                .map(registry::find)
                .flatMap(Optional::stream)
                .sorted(BY_OPENING)
                .toList();
    }

    /** Also before repairs, which want nothing half done. */
    @Override
    public SaleUpdate pause(SaleId sale, Operator by) {
        registry.finishStockChange(sale, book(sale));
        return registry.change(sale, new SaleChange.Pause(), by);
    }

    @Override
    public SaleUpdate resume(SaleId sale, Operator by) {
        return registry.change(sale, new SaleChange.Resume(), by);
    }

    @Override
    public SaleUpdate close(SaleId sale, Operator by) {
        return registry.change(sale, new SaleChange.Close(), by);
    }

    @Override
    public SaleUpdate addStock(SaleId sale, long quantity, Operator by) {
        checkQuantity(quantity);
        return changeStock(sale, quantity, by);
    }

    @Override
    public SaleUpdate withdrawStock(SaleId sale, long quantity, Operator by) {
        checkQuantity(quantity);
        return changeStock(sale, -quantity, by);
    }

    private static void checkQuantity(long quantity) {
        if (quantity < 1 || quantity > Sale.MAX_TOTAL) {
            throw new IllegalArgumentException("the quantity must be 1 to " + Sale.MAX_TOTAL + ", but was " + quantity);
        }
    }

    private SaleUpdate changeStock(SaleId sale, long difference, Operator by) {
        StockChange change = registry.changeStock(sale, difference, by, book(sale));
        String words = StockChange.words(difference);
        boolean another = !change.before().isEmpty() && !change.before().equals(words);
        return another && change.update() instanceof SaleUpdate.Done done
                ? keyReused(done.sale(), by, change.before(), words)
                : change.update();
    }

    private static SaleUpdate.Refused keyReused(SaleStatus now, Operator by, String before, String words) {
        String key = by.key().map(RequestKey::value).orElse("");
        return new SaleUpdate.Refused(
                now,
                "KEY_REUSED",
                "sale " + now.sale().id() + " has made '" + before + "' under the key '" + key + "'; send '" + words
                        + "' under another one");
    }

    private StockChange.Book book(SaleId sale) {
        return ledger.map(orders -> (StockChange.Book) (from, to) -> inLedger(() -> orders.changeTotal(sale, from, to)))
                .orElse(StockChange.Book.NONE);
    }

    /** The ledger first: it must not take an order for late that the gate accepts. It harms nobody that it knows a later end. */
    @Override
    public SaleUpdate extend(SaleId sale, Instant closes, Operator by) {
        Optional<SaleStatus> before = registry.find(sale);
        Optional<Sale> later = before.filter(
                        status -> closes.isAfter(status.sale().closes()))
                .map(status -> status.sale().withCloses(closes));
        Instant end = later.map(Sale::closes).orElse(closes);
        if (later.isPresent() && !before.get().state().isOver()) {
            ledger.ifPresent(orders -> inLedger(() -> orders.extend(sale, end)));
        }
        return registry.change(sale, new SaleChange.Extend(end), by);
    }

    @Override
    public SaleUpdate settle(SaleId sale, Operator by) {
        registry.finishStockChange(sale, book(sale));
        return settlement.settle(sale, by);
    }

    @Override
    public List<AuditEntry> audit(SaleId sale) {
        return registry.audit(sale);
    }

    static <T> T inLedger(Supplier<T> call) {
        try {
            return call.get();
        } catch (SinkUnavailableException e) {
            throw SeckillUnavailableException.outcomeUnknown("the order ledger: " + e.getMessage(), e);
        }
    }
}
