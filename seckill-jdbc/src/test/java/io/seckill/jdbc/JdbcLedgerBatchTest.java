package io.seckill.jdbc;

import static io.seckill.test.contract.Samples.buyer;
import static io.seckill.test.contract.Samples.one;
import static io.seckill.test.contract.Samples.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Batches in which nearly every reservation is new, but not all: the few known ones are sorted out and the others stored. */
class JdbcLedgerBatchTest {

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
    void findsTheOneOrderItKnowsInABatchOfOneStatement() {
        findsTheOneOrderItKnows(100);
    }

    @Test
    void findsTheOneOrderItKnowsAtTheEndOfABatchOfSeveralStatements() {
        findsTheOneOrderItKnows(1_000);
    }

    private static void findsTheOneOrderItKnows(int others) {
        Sale sale = fixture.open(5_000, 1);
        Reservation known = one(sale.id(), buyer(0));
        fixture.ledger.deliver(List.of(known));

        List<Delivery> deliveries = fixture.ledger.deliver(newOnes(sale, others, known));

        assertThat(deliveries.subList(0, others)).containsOnly(Delivery.stored());
        assertThat(deliveries.get(others)).isEqualTo(Delivery.alreadyStored());
        assertThat(fixture.held(sale)).isEqualTo(others + 1);
        assertThat(fixture.live(sale)).hasSize(others + 1);
    }

    @Test
    void refusesTheOneBuyerWhoHoldsAnOrder() {
        Sale sale = fixture.open(5_000, 1);
        fixture.ledger.deliver(List.of(one(sale.id(), buyer(0))));

        List<Delivery> deliveries = fixture.ledger.deliver(newOnes(sale, 100, one(sale.id(), buyer(0))));

        assertThat(deliveries.subList(0, 100)).containsOnly(Delivery.stored());
        assertThat(deliveries.get(100)).isEqualTo(Delivery.refused(ReleaseReason.LIMIT_REACHED));
        assertThat(fixture.held(sale)).isEqualTo(101);
    }

    @Test
    void countsTheItemsOfABuyerWhoseFirstSlotIsFree() {
        Sale sale = fixture.open(10, 3);
        Reservation first = one(sale.id(), buyer(0));
        fixture.ledger.deliver(List.of(first, wish(sale.id(), buyer(0), 2)));
        fixture.ledger.cancel(first.order(), ReleaseReason.CANCELLED_BY_BUYER);

        assertThat(fixture.ledger.deliver(List.of(wish(sale.id(), buyer(0), 2))))
                .containsExactly(Delivery.refused(ReleaseReason.LIMIT_REACHED));
        assertThat(fixture.ledger.deliver(List.of(one(sale.id(), buyer(0))))).containsExactly(Delivery.stored());
        assertThat(fixture.held(sale)).isEqualTo(3);
    }

    @Test
    void answersARepeatedBatchAsAWhole() {
        Sale sale = fixture.open(5_000, 1);
        List<Reservation> batch = newOnes(sale, 50, one(sale.id(), buyer(0)));
        fixture.ledger.deliver(batch);

        assertThat(fixture.ledger.deliver(batch)).isEqualTo(Collections.nCopies(51, Delivery.alreadyStored()));
        assertThat(fixture.held(sale)).isEqualTo(51);
    }

    private static List<Reservation> newOnes(Sale sale, int count, Reservation last) {
        List<Reservation> batch = new ArrayList<>(IntStream.rangeClosed(1, count)
                .mapToObj(number -> one(sale.id(), buyer(number)))
                .toList());
        batch.add(last);
        return batch;
    }
}
