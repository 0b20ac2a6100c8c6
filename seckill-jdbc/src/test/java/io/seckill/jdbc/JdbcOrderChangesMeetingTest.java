package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.test.contract.Samples;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes that meet the delivery of their order, and questions within a transaction of the caller's. */
class JdbcOrderChangesMeetingTest {

    private static Fixture fixture;

    @BeforeAll
    static void createSchema() {
        fixture = Fixture.fresh();
    }

    @AfterAll
    static void dropSchema() {
        fixture.close();
    }

    @Test
    void aPaymentWhoseOrderIsStoredAtThatMomentPaysIt() {
        Reservation one = reservation();

        OrderChange change = meeting(one).pay(one.order(), new PaymentId("payment-1"));

        assertThat(change)
                .isInstanceOfSatisfying(
                        OrderChange.Done.class,
                        done -> assertThat(done.order().status()).isEqualTo(OrderStatus.PAID));
        assertThat(fixture.ledger.latePayments(10, Duration.ZERO)).isEmpty();
    }

    @Test
    void aCancellationWhoseOrderIsStoredAtThatMomentCancelsIt() {
        Reservation one = reservation();

        OrderChange change = meeting(one).cancel(one.order(), ReleaseReason.CANCELLED_BY_BUYER);

        assertThat(change).isInstanceOf(OrderChange.Done.class);
        assertThat(fixture.ledger.sale(one.sale()).orElseThrow().held()).isZero();
    }

    @Test
    void whatIsCommittedIsSeenInAnOlderTransactionOfTheCallersToo() {
        Reservation one = reservation();
        TransactionTemplate callers = new TransactionTemplate(new JdbcTransactionManager(fixture.pool));
        callers.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);

        List<Order> seen = callers.execute(status -> {
            fixture.jdbc.queryForList("SELECT order_id FROM seckill_order"); // from here on it sees no later order
            fixture.ledger.deliver(List.of(one));
            return fixture.ledger.find(List.of(one.order()));
        });

        assertThat(seen).hasSize(1);
    }

    private static Reservation reservation() {
        Sale sale = fixture.open(10, 1);
        return Samples.one(sale.id(), Samples.buyer(1));
    }

    /** A ledger that misses the order, which is stored then. */
    private static JdbcOrderLedger meeting(Reservation one) {
        return fixture.ledgerAt(
                Clock.systemUTC(),
                new AfterUpdate(
                        fixture.pool,
                        () -> assertThat(fixture.ledger.deliver(List.of(one))).containsExactly(Delivery.stored())));
    }
}
