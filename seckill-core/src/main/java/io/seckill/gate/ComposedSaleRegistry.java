package io.seckill.gate;

import io.seckill.Opening;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRegistry;
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
    public Optional<SaleStatus> change(SaleId sale, SaleChange change) {
        Optional<SaleStatus> after = definitions.change(sale, change);
        if (change instanceof SaleChange.AddStock add
                && after.isPresent()
                && after.get().state() != SaleState.CLOSED) {
            stock.giveBack(sale, add.quantity());
        }
        return after.map(this::counted);
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
