package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.SaleId;
import io.seckill.spi.StockGuard;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.StockGuardContract;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract of every stock guard, called on two nodes by turns, and what a guard owes to a caller's transaction. */
abstract class JdbcStockGuardContract extends StockGuardContract {

    static TwoNodes nodes;

    private final TwoNodes.Pair<? extends StockGuard> guards;

    JdbcStockGuardContract(Function<DataSource, ? extends StockGuard> kind) {
        guards = nodes.each(kind);
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
    protected StockGuard guard() {
        return guards.next();
    }

    @Test
    void whatWasTakenOutlivesARollbackOfTheCaller() {
        SaleId sale = started(3);

        nodes.caller().executeWithoutResult(status -> {
            assertThat(guards.first().tryTake(sale, 2)).hasValue(1);
            status.setRollbackOnly();
        });

        assertThat(guard().available(sale)).hasValue(1);
    }

    @Test
    void countsWhatOthersTookSinceTheTransactionOfTheCallerBegan() {
        SaleId sale = started(3);

        nodes.caller().executeWithoutResult(status -> {
            nodes.fixture.jdbc.queryForList("SELECT * FROM seckill_stock");
            guards.second().tryTake(sale, 1);

            assertThat(guards.first().available(sale)).hasValue(2);
            assertThat(guards.first().tryTake(sale, 1)).hasValue(1);
            assertThat(guards.first().tryTake(sale, 2)).isEmpty();
        });
    }

    private SaleId started(long items) {
        SaleId sale = Samples.saleId();
        guard().start(sale, items);
        return sale;
    }
}
