package io.seckill.memory;

import io.seckill.Opening;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Keeps definitions and states in this JVM. It counts nothing: {@code available} is the total until a {@link
 * io.seckill.gate.ComposedSaleRegistry} puts a stock guard's count in.
 *
 * @since 0.1
 */
public final class InMemorySaleRegistry implements SaleRegistry {

    private final ConcurrentMap<SaleId, Entry> sales = new ConcurrentHashMap<>();
    private final Clock clock;

    /** Makes a registry whose windows are judged by this clock. */
    public InMemorySaleRegistry(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Opening open(Sale sale) {
        Entry existing = sales.putIfAbsent(sale.id(), new Entry(sale, sale.total(), SaleState.OPEN));
        if (existing == null) {
            return new Opening.Created();
        }
        return existing.isDefinedAs(sale) ? new Opening.Unchanged() : new Opening.Different(sale, existing.sale());
    }

    @Override
    public Optional<SaleStatus> find(SaleId sale) {
        return Optional.ofNullable(sales.get(sale)).map(this::status);
    }

    @Override
    public List<SaleId> ids() {
        return List.copyOf(sales.keySet());
    }

    @Override
    public Optional<SaleStatus> change(SaleId sale, SaleChange change) {
        return Optional.ofNullable(sales.computeIfPresent(sale, (id, entry) -> entry.changed(change)))
                .map(this::status);
    }

    private SaleStatus status(Entry entry) {
        return new SaleStatus(entry.sale(), entry.state(), entry.sale().total(), 0, 0, clock.instant());
    }

    private record Entry(Sale sale, long initialTotal, SaleState state) {

        boolean isDefinedAs(Sale other) {
            return sale.equals(other) || sale.withTotal(initialTotal).equals(other);
        }

        Entry changed(SaleChange change) {
            if (state == SaleState.CLOSED) {
                return this;
            }
            if (change instanceof SaleChange.AddStock add) {
                return new Entry(sale.withTotal(sale.total() + add.quantity()), initialTotal, state);
            }
            return new Entry(sale, initialTotal, stateAfter(change));
        }

        private static SaleState stateAfter(SaleChange change) {
            if (change instanceof SaleChange.Pause) {
                return SaleState.PAUSED;
            }
            return change instanceof SaleChange.Close ? SaleState.CLOSED : SaleState.OPEN;
        }
    }
}
