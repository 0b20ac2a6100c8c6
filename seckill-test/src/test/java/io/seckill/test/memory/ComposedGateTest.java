package io.seckill.test.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SaleRegistry;
import io.seckill.test.contract.AdmissionGateContract;
import io.seckill.test.contract.Samples;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ComposedGateTest extends AdmissionGateContract {

    private final InMemoryStockGuard stock = new InMemoryStockGuard();
    private final InMemoryOnePerUserGuard buyers = new InMemoryOnePerUserGuard();
    private final SaleRegistry sales = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
    private final List<Reservation> handedOver = new CopyOnWriteArrayList<>();
    private final ComposedGate gate = new ComposedGate(
            sales, buyers, stock, (sale, reservations) -> handedOver.addAll(reservations), Runnable::run);

    @Override
    protected AdmissionGate gate() {
        return gate;
    }

    @Override
    protected SaleRegistry sales() {
        return sales;
    }

    @Override
    protected List<Reservation> handedOver(SaleId sale) {
        return handedOver.stream()
                .filter(reservation -> reservation.sale().equals(sale))
                .toList();
    }

    @Test
    void undoesEverythingWhenTheHandOverFails() {
        ComposedGate broken = new ComposedGate(
                sales,
                buyers,
                stock,
                (sale, reservations) -> {
                    throw new IllegalStateException("broker is down");
                },
                Runnable::run);
        SaleId sale = opened(1, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));

        assertThatThrownBy(() -> broken.admit(sale, List.of(wanted))
                        .toCompletableFuture()
                        .join())
                .hasRootCauseMessage("broker is down");

        assertThat(stock.available(sale)).hasValue(1);
        assertThat(buyers.holdings(sale, wanted.buyer())).isEmpty();
    }

    @Test
    void announcesStockThatCameBack() {
        List<SaleId> announced = new ArrayList<>();
        gate.onStockReturned(announced::add);
        SaleId sale = opened(1, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));
        admit(wanted);

        gate.release(sale, List.of(wanted), ReleaseReason.CANCELLED);

        assertThat(announced).containsExactly(sale);
    }
}
