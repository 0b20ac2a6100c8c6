package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.test.contract.AdmissionGateContract;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract of every gate, for one composed of two guards on the database. */
abstract class JdbcComposedGateContract extends AdmissionGateContract {

    private static TwoNodes nodes;

    private final List<Reservation> handedOver = new CopyOnWriteArrayList<>();
    private final TwoNodes.Pair<StockGuard> stocks;
    private final SaleRegistry sales;
    private final TwoNodes.Pair<ComposedGate> gates;

    JdbcComposedGateContract(Function<DataSource, StockGuard> stock) {
        stocks = nodes.each(stock);
        sales = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stocks.first());
        TwoNodes.Pair<JdbcOnePerUserGuard> buyers = nodes.each(JdbcOnePerUserGuard::new);
        gates = new TwoNodes.Pair<>(gate(buyers.first(), stocks.first()), gate(buyers.second(), stocks.second()));
    }

    private ComposedGate gate(JdbcOnePerUserGuard buyers, StockGuard stock) {
        return new ComposedGate(sales, buyers, stock, (sale, accepted) -> handedOver.addAll(accepted), Runnable::run);
    }

    @BeforeAll
    static void createSchema() {
        nodes = new TwoNodes();
    }

    @AfterAll
    static void dropSchema() {
        nodes.close();
    }

    @Override
    protected AdmissionGate gate() {
        return gates.first();
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
    void twoNodesTogetherSellNoMoreThanTheStockAndNobodyMoreThanTheLimit() {
        SaleId sale = opened(100, 1);

        Stampede.of(100, number -> {
            for (int buyer = number / 4; buyer < 150; buyer += 25) {
                gates.next()
                        .admit(sale, List.of(Samples.one(sale, Samples.buyer(buyer))))
                        .toCompletableFuture()
                        .join();
            }
            return number;
        });

        List<Reservation> sold = handedOver(sale);
        assertThat(sold).isNotEmpty();
        assertThat(sold.size() + stocks.second().available(sale).orElseThrow()).isEqualTo(100);
        assertThat(sold.stream()
                        .collect(Collectors.groupingBy(Reservation::buyer))
                        .values())
                .allMatch(held -> held.size() == 1);
    }
}
