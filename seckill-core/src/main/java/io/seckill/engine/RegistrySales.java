package io.seckill.engine;

import io.seckill.Opening;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.SinkUnavailableException;
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

    /** Makes the sales desk of a gate; the ledger is empty where orders go elsewhere. */
    public RegistrySales(SaleRegistry registry, Optional<OrderLedger> ledger) {
        this.registry = registry;
        this.ledger = ledger;
    }

    @Override
    public Opening open(Sale sale) {
        if (ledger.isPresent()) {
            Opening inLedger = inLedger(() -> ledger.get().open(sale));
            if (inLedger instanceof Opening.Different) {
                return inLedger;
            }
        }
        return registry.open(sale);
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

    @Override
    public Optional<SaleStatus> pause(SaleId sale) {
        return registry.change(sale, new SaleChange.Pause());
    }

    @Override
    public Optional<SaleStatus> resume(SaleId sale) {
        return registry.change(sale, new SaleChange.Resume());
    }

    @Override
    public Optional<SaleStatus> addStock(SaleId sale, long quantity) {
        SaleChange.AddStock add = new SaleChange.AddStock(quantity);
        Optional<SaleStatus> before = registry.find(sale);
        if (before.isEmpty() || before.get().state() == SaleState.CLOSED) {
            return before;
        }
        before.get()
                .sale()
                .withTotal(before.get().sale().total() + quantity); // refuses too much before anything changes
        ledger.ifPresent(orders -> inLedger(() -> orders.addStock(sale, quantity)));
        return registry.change(sale, add);
    }

    @Override
    public Optional<SaleStatus> close(SaleId sale) {
        return registry.change(sale, new SaleChange.Close());
    }

    private static <T> T inLedger(Supplier<T> call) {
        try {
            return call.get();
        } catch (SinkUnavailableException e) {
            throw SeckillUnavailableException.outcomeUnknown("the order ledger: " + e.getMessage(), e);
        }
    }
}
