package io.seckill.jdbc;

import static io.seckill.ReleaseReason.CANCELLED_BY_BUYER;
import static io.seckill.ReleaseReason.NOT_PAID;
import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Figures;
import io.seckill.test.contract.MovableClock;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many orders, each paid, cancelled and overdue at the same time. */
class JdbcOrderRaceTest {

    private static final int ORDERS = 10_000;
    private static final int AT_ONCE = 1_000;
    private static final PaymentId PAYMENT = new PaymentId("payment-1");

    @Test
    void ofTenThousandPaymentsCancellationsAndDeadlinesExactlyOneWinsEach() {
        MovableClock clock = new MovableClock();
        try (TwoNodes nodes = new TwoNodes()) {
            TwoNodes.Pair<JdbcOrderLedger> ledgers = nodes.each(pool -> nodes.fixture.ledgerAt(clock, pool));
            List<Sale> sales = List.of(nodes.fixture.open(ORDERS, 1), nodes.fixture.open(ORDERS, 1));
            List<OrderId> orders = new ArrayList<>();
            List<Win> wins = new ArrayList<>();
            for (int first = 0; first < ORDERS; first += AT_ONCE) {
                List<OrderId> some = store(ledgers.first(), sales, first);
                clock.pass(Sale.DEFAULT_PAY_WITHIN);
                Stampede.of(4, thread -> switch (thread) {
                            case 0 -> wins(some, order -> ledgers.first().pay(order, PAYMENT));
                            case 1 -> wins(some, order -> ledgers.second().cancel(order, CANCELLED_BY_BUYER));
                            default -> expire(ledgers.next());
                        })
                        .forEach(wins::addAll);
                orders.addAll(some);
            }

            assertOneWinnerEach(ledgers.first(), orders, wins);
            for (Sale sale : sales) {
                Figures figures = ledgers.second().figures(sale.id());
                assertThat(figures.unpaid()).isZero();
                assertThat(figures.paid() + figures.cancelled()).isEqualTo(ORDERS / 2);
                assertThat(nodes.fixture.held(sale)).isEqualTo(figures.paid());
            }
        }
    }

    private static List<OrderId> store(JdbcOrderLedger ledger, List<Sale> sales, int first) {
        List<Reservation> reservations = IntStream.range(first, first + AT_ONCE)
                .mapToObj(number -> Samples.one(sales.get(number % 2).id(), Samples.buyer(number)))
                .toList();
        ledger.deliver(reservations);
        return reservations.stream().map(Reservation::order).toList();
    }

    private static List<Win> wins(List<OrderId> orders, Function<OrderId, OrderChange> way) {
        return orders.stream().map(way).flatMap(JdbcOrderRaceTest::won).toList();
    }

    private static Stream<Win> won(OrderChange change) {
        return change instanceof OrderChange.Done done && !done.repeated()
                ? Stream.of(Win.of(done.order()))
                : Stream.empty();
    }

    /** Sweeps until nothing is left, slowly enough to leave something to the others. */
    private static List<Win> expire(JdbcOrderLedger ledger) {
        List<Win> wins = new ArrayList<>();
        for (List<Order> swept = ledger.expire(2); !swept.isEmpty(); swept = ledger.expire(2)) {
            swept.forEach(order -> wins.add(Win.of(order)));
        }
        return wins;
    }

    private static void assertOneWinnerEach(JdbcOrderLedger ledger, Collection<OrderId> orders, List<Win> wins) {
        Map<OrderId, Win> winners =
                wins.stream().collect(Collectors.toMap(Win::order, win -> win)); // throws if there are two
        assertThat(winners).hasSize(ORDERS);
        assertThat(ledger.find(orders))
                .hasSize(ORDERS)
                .allSatisfy(order -> assertThat(Win.of(order))
                        .isEqualTo(winners.get(order.reservation().order())));
        // the race was one
        assertThat(wins).extracting(Win::status).contains(OrderStatus.PAID, OrderStatus.CANCELLED);
        assertThat(wins).extracting(Win::reason).contains(Optional.of(NOT_PAID), Optional.of(CANCELLED_BY_BUYER));
        // and no payment was lost
        long paid =
                wins.stream().filter(win -> win.status() == OrderStatus.PAID).count();
        assertThat(ledger.latePayments(ORDERS, Duration.ZERO)).hasSize(ORDERS - (int) paid);
    }

    /** What an order became. */
    private record Win(OrderId order, OrderStatus status, Optional<ReleaseReason> reason) {

        static Win of(Order order) {
            return new Win(order.reservation().order(), order.status(), order.reason());
        }
    }
}
