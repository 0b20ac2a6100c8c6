package io.seckill.gate;

import io.seckill.AuditEntry;
import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRefusal;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockChange;
import io.seckill.spi.StockGuard;
import java.util.List;
import java.util.Optional;

/**
 * The registry that belongs to a {@link ComposedGate}: definitions and states from one place, the count from a stock guard. A crash
 * between the two is mended by opening the sale again.
 *
 * @since 0.1
 */
public final class ComposedSaleRegistry implements SaleRegistry {

    private final SaleRegistry definitions;
    private final StockGuard stock;

    /** Puts a registry and a stock guard together. */
    public ComposedSaleRegistry(SaleRegistry definitions, StockGuard stock) {
        this.definitions = definitions;
        this.stock = stock;
    }

    @Override
    public Opening open(Sale sale) {
        Opening opening = definitions.open(sale);
        if (!(opening instanceof Opening.Different)) {
            stock.start(sale.id(), sale.total());
        }
        return opening;
    }

    @Override
    public Optional<SaleStatus> find(SaleId sale) {
        return definitions.find(sale).map(this::counted);
    }

    @Override
    public List<SaleId> ids() {
        return definitions.ids();
    }

    @Override
    public SaleUpdate change(SaleId sale, SaleChange change, Operator by) {
        return counted(definitions.change(sale, change, by));
    }

    /** What is taken out, is taken from the count first; what is added, is added to it last. A crash in between loses items to the sale. */
    @Override
    public StockChange changeStock(SaleId sale, long difference, Operator by, StockChange.Book book) {
        if (difference < 0 && !tryTake(sale, -difference)) {
            return notTaken(sale, by);
        }
        StockChange change = definitions.changeStock(sale, difference, by, book);
        boolean added = difference > 0 && change.made();
        boolean takenForNothing = difference < 0 && !change.made();
        if (added || takenForNothing) {
            stock.giveBack(sale, Math.abs(difference));
        }
        return counted(change);
    }

    @Override
    public void finishStockChange(SaleId sale, StockChange.Book book) {
        definitions.finishStockChange(sale, book);
    }

    /** Asks for what is never made, so that the answer tells whether it was made before under this key, or else why not. */
    private StockChange notTaken(SaleId sale, Operator by) {
        StockChange change = counted(definitions.changeStock(sale, -Sale.MAX_TOTAL, by, StockChange.Book.NONE));
        boolean takesChanges = change.update() instanceof SaleUpdate.Refused refused
                && !refused.sale().state().isOver()
                && refused.sale().state() != SaleState.REBUILDING;
        return takesChanges
                ? new StockChange(
                        SaleRefusal.TOO_FEW_AVAILABLE.of(((SaleUpdate.Refused) change.update()).sale()), false)
                : change;
    }

    private StockChange counted(StockChange change) {
        return new StockChange(counted(change.update()), change.made(), change.before());
    }

    private boolean tryTake(SaleId sale, long items) {
        return items <= Integer.MAX_VALUE && stock.tryTake(sale, (int) items).isPresent();
    }

    @Override
    public void note(SaleId sale, String what, Operator by) {
        definitions.note(sale, what, by);
    }

    @Override
    public List<AuditEntry> audit(SaleId sale) {
        return definitions.audit(sale);
    }

    @Override
    public boolean countsSold() {
        return false;
    }

    private SaleUpdate counted(SaleUpdate update) {
        if (update instanceof SaleUpdate.Done done) {
            return new SaleUpdate.Done(counted(done.sale()));
        }
        return update instanceof SaleUpdate.Refused refused
                ? new SaleUpdate.Refused(counted(refused.sale()), refused.code(), refused.why())
                : update;
    }

    private SaleStatus counted(SaleStatus status) {
        long total = status.sale().total();
        long available = stock.available(status.sale().id()).orElse(0);
        return new SaleStatus(
                status.sale(),
                status.state(),
                available,
                Math.max(0, total - available - status.sold()),
                status.sold(),
                status.serverTime());
    }
}
