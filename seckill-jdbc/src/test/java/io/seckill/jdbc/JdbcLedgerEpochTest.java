package io.seckill.jdbc;

import static io.seckill.ReleaseReason.CANCELLED_BY_BUYER;
import static io.seckill.ReleaseReason.REBUILT;
import static io.seckill.test.contract.Samples.buyer;
import static io.seckill.test.contract.Samples.one;
import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.OrderChange;
import io.seckill.PaymentId;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.spi.Figures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What other threads see of a new epoch that is just beginning. */
class JdbcLedgerEpochTest {

    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    private static Fixture fixture;

    @BeforeAll
    static void createSchema() {
        fixture = Fixture.fresh();
    }

    @AfterAll
    static void dropSchema() {
        THREADS.shutdownNow();
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2}) // the ledger stores in another way where a buyer may have more than one
    void deliveriesAndCancellationsWaitAndPaymentsDoNot(int limit) throws Exception {
        Sale sale = fixture.open(10, limit);
        Reservation cancelled = one(sale.id(), buyer(1));
        Reservation paid = one(sale.id(), buyer(2));
        Reservation late = one(sale.id(), buyer(3));
        fixture.ledger.deliver(List.of(cancelled, paid));
        CompletableFuture<List<Delivery>> delivery = new CompletableFuture<>();
        CompletableFuture<OrderChange> cancellation = new CompletableFuture<>();

        fixture.ledger.inNewEpoch(sale.id(), now -> {
            delivery.completeAsync(() -> fixture.ledger.deliver(List.of(late)), THREADS);
            cancellation.completeAsync(() -> fixture.ledger.cancel(cancelled.order(), CANCELLED_BY_BUYER), THREADS);
            Blocker.awaitWaiting(fixture, 2);
            CompletableFuture.runAsync(() -> fixture.ledger.pay(paid.order(), new PaymentId("payment-1")), THREADS)
                    .join();
            // what waits has not happened, what was paid is seen
            assertThat(fixture.ledger.figures(sale.id())).isEqualTo(new Figures(1, 1, 0, 0));
            return true;
        });

        assertThat(delivery.get(30, TimeUnit.SECONDS)).containsExactly(Delivery.refused(REBUILT));
        assertThat(cancellation.get(30, TimeUnit.SECONDS)).isInstanceOf(OrderChange.Done.class);
        assertThat(fixture.ledger.figures(sale.id())).isEqualTo(new Figures(0, 1, 1, 1));
        assertThat(fixture.held(sale)).isEqualTo(1);
    }
}
