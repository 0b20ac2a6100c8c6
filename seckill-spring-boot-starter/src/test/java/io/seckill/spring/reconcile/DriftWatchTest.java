package io.seckill.spring.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.reconcile.Drift;
import io.seckill.reconcile.DriftKind;
import io.seckill.reconcile.DriftReport;
import io.seckill.reconcile.Reconciler;
import io.seckill.spi.SeckillMetrics;
import io.seckill.test.contract.Samples;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class DriftWatchTest {

    private final Sale broken = Samples.openSale(10, 1);
    private final Sale drifting = Samples.openSale(10, 1);
    private final Set<SaleId> unreadable = new HashSet<>(Set.of(broken.id()));
    private final List<String> drifted = new ArrayList<>();
    private final DriftWatch watch = new DriftWatch(
            proxy(Sales.class, (proxy, method, arguments) -> List.of(status(broken), status(drifting))),
            proxy(Reconciler.class, (proxy, method, arguments) -> check((SaleId) arguments[0])),
            new SeckillMetrics() {
                @Override
                public void drifted(String kind, int differences) {
                    drifted.add(kind);
                }
            });

    @Test
    void aSaleThatCannotBeComparedHidesNoOtherAndIsLoggedOnce(CapturedOutput output) {
        watch.run();
        watch.run();

        assertThat(drifted).containsExactly("totals-differ", "totals-differ");
        assertThat(output.getOut()).containsOnlyOnce("Sale " + broken.id() + " cannot be compared");

        unreadable.clear();
        watch.run();
        unreadable.add(broken.id());
        watch.run();

        assertThat(output.getOut().split("Sale " + broken.id() + " cannot be compared", -1))
                .hasSize(3);
    }

    private Optional<DriftReport> check(SaleId sale) {
        if (unreadable.contains(sale)) {
            throw SeckillUnavailableException.nothingChanged("the books make no sense", null);
        }
        List<Drift> drifts = sale.equals(drifting.id())
                ? List.of(new Drift(DriftKind.TOTALS_DIFFER, List.of(), "total is 10 in the gate and 11 in the ledger"))
                : List.of();
        return Optional.of(new DriftReport(sale, drifts, 0, List.of()));
    }

    private static SaleStatus status(Sale sale) {
        return new SaleStatus(sale, SaleState.OPEN, 10, 0, 0, Instant.now());
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
