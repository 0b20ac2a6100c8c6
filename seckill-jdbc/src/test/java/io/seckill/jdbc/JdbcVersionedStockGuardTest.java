package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.test.contract.Samples;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;

class JdbcVersionedStockGuardTest extends JdbcStockGuardContract {

    private final SaleId sale = Samples.saleId();

    JdbcVersionedStockGuardTest() {
        super(JdbcVersionedStockGuard::new);
    }

    @Test
    void losingEveryAttemptIsNotCalledSoldOut() throws Exception {
        JdbcVersionedStockGuard guard = guardWith(1);
        guard.start(sale, 5);

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> takeWhileSomebodyElseDoes(guard).get(30, TimeUnit.SECONDS))
                .withCauseInstanceOf(SeckillUnavailableException.class)
                .havingCause()
                .withMessageContaining(sale.value())
                .withMessageContaining("not sold out")
                .matches(failure -> ((SeckillUnavailableException) failure).outcomeKnown());

        assertThat(guard.available(sale)).hasValue(4);
        assertThat(guard.updates()).isEqualTo(1);
        assertThat(guard.lostUpdates()).isEqualTo(1);
    }

    @Test
    void triesAgainAfterALostUpdateAndCountsIt() throws Exception {
        JdbcVersionedStockGuard guard = guardWith(2);
        guard.start(sale, 5);

        assertThat(takeWhileSomebodyElseDoes(guard).get(30, TimeUnit.SECONDS)).hasValue(3);

        assertThat(guard.updates()).isEqualTo(2);
        assertThat(guard.lostUpdates()).isEqualTo(1);
    }

    @Test
    void countsNoUpdateWhereTooFewAreLeft() {
        JdbcVersionedStockGuard guard = guardWith(1);
        guard.start(sale, 1);

        assertThat(guard.tryTake(sale, 2)).isEmpty();

        assertThat(guard.updates()).isZero();
    }

    @Test
    void refusesToTryNever() {
        assertThatIllegalArgumentException().isThrownBy(() -> guardWith(0)).withMessageContaining("0");
    }

    private static JdbcVersionedStockGuard guardWith(int attempts) {
        return new JdbcVersionedStockGuard(
                nodes.fixture.pool, new JdbcTransactionManager(nodes.fixture.pool), attempts);
    }

    private CompletableFuture<OptionalLong> takeWhileSomebodyElseDoes(JdbcVersionedStockGuard guard) throws Exception {
        try (Blocker somebody = new Blocker(nodes.fixture)) {
            somebody.execute("UPDATE seckill_stock SET available = available - 1, version = version + 1"
                    + " WHERE sale_id = '" + sale + "'");
            CompletableFuture<OptionalLong> take = CompletableFuture.supplyAsync(() -> guard.tryTake(sale, 1));
            Blocker.awaitWaiter(nodes.fixture);
            somebody.commit();
            return take;
        }
    }
}
