package io.seckill.test.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.seckill.LatePayment;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SeckillListener;
import io.seckill.SeckillUnavailableException;
import io.seckill.event.Events;
import io.seckill.order.OrderDesk;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SinkUnavailableException;
import io.seckill.test.contract.MovableClock;
import io.seckill.test.contract.Samples;
import io.seckill.test.log.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class OrderDeskTest {

    private static final PaymentId PAYMENT = new PaymentId("payment-1");

    private final MovableClock clock = new MovableClock();
    private final WatchedLedger watched = new WatchedLedger(clock);
    private final TellingGate gate = new TellingGate();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final List<OrderId> announced = new CopyOnWriteArrayList<>();
    private final List<String> counted = new CopyOnWriteArrayList<>();
    private final SeckillMetrics metrics = new SeckillMetrics() {
        @Override
        public void ordersChanged(OrderChangeKind kind, int orders) {
            counted.add(kind + " " + orders);
        }

        @Override
        public void gateTold(boolean worked, int orders) {
            counted.add((worked ? "told " : "untold ") + orders);
        }
    };
    private final Events events = new Events(List.of(new Hearing()), metrics);
    private final OrderDesk desk = new OrderDesk(watched.ledger, gate, events, metrics);
    private final Sale sale = Samples.openSale(100, 1);

    @RegisterExtension
    final LogLines log = new LogLines(OrderDesk.class, Level.DEBUG);

    @BeforeEach
    void listen() {
        watched.ledger.open(sale);
        events.onChanged(announced::addAll);
    }

    @AfterEach
    void close() {
        watched.before(call -> {});
        events.close();
    }

    @Test
    void aPaymentIsCountedAsSold() {
        Reservation order = order(1);

        OrderChange change = desk.pay(order.order(), PAYMENT);

        assertThat(done(change).status()).isEqualTo(OrderStatus.PAID);
        assertThat(gate.sold).containsExactly(order);
        assertThat(gate.released).isEmpty();
        assertThat(announced).containsExactly(order.order());
        assertThat(counted).containsExactlyInAnyOrder("PAID 1", "told 1");
        await().untilAsserted(() -> assertThat(heard).containsExactly("paid " + order.order()));
        assertNothingLeftToTell();
    }

    @Test
    void eachChangeIsALineAtDebugWithSaleBuyerAndOrder() {
        Reservation order = order(1);

        desk.pay(order.order(), PAYMENT);
        desk.pay(order.order(), PAYMENT);

        assertThat(log.all())
                .containsExactly("DEBUG Order " + order.order() + " of buyer " + order.buyer() + " in sale "
                        + order.sale() + ": PAID");
    }

    @Test
    void aCancelledOrderIsReleasedWithItsReason() {
        Reservation order = order(1);

        OrderChange change = desk.cancel(order.order(), ReleaseReason.CANCELLED_BY_SHOP);

        assertThat(done(change).reason()).contains(ReleaseReason.CANCELLED_BY_SHOP);
        assertThat(gate.released).containsExactly(order);
        assertThat(gate.reasons).containsExactly(ReleaseReason.CANCELLED_BY_SHOP);
        assertThat(announced).containsExactly(order.order());
        assertThat(counted).containsExactlyInAnyOrder("CANCELLED 1", "told 1");
        await().untilAsserted(() -> assertThat(heard).containsExactly("cancelled " + order.order()));
        assertNothingLeftToTell();
    }

    @Test
    void aRepetitionTellsTheGateAgainButNobodyElse() {
        Reservation order = order(1);
        desk.cancel(order.order(), ReleaseReason.CANCELLED_BY_BUYER);

        OrderChange again = desk.cancel(order.order(), ReleaseReason.CANCELLED_BY_BUYER);

        assertThat(again)
                .isInstanceOfSatisfying(
                        OrderChange.Done.class,
                        done -> assertThat(done.repeated()).isTrue());
        assertThat(gate.released).containsExactly(order, order);
        assertThat(announced).hasSize(1);
        events.close();
        assertThat(heard).hasSize(1);
    }

    @Test
    void aPaymentThatComesTooLateIsKeptAndTold() {
        Reservation order = order(1);
        desk.cancel(order.order(), ReleaseReason.CANCELLED_BY_BUYER);

        OrderChange change = desk.pay(order.order(), PAYMENT);

        assertThat(change).isInstanceOf(OrderChange.TooLate.class);
        assertThat(gate.sold).isEmpty();
        assertThat(desk.latePayments(10)).extracting(LatePayment::payment).containsExactly(PAYMENT);
        assertThat(counted).contains("PAID_TOO_LATE 1");
        await().untilAsserted(() -> assertThat(heard).contains("late " + order.order() + " " + PAYMENT));

        assertThat(desk.refunded(order.order(), PAYMENT)).isTrue();
        assertThat(desk.refunded(order.order(), PAYMENT)).isFalse();
        assertThat(desk.latePayments(10)).isEmpty();
    }

    @Test
    void aCancellationThatComesTooLateChangesNothing() {
        Reservation order = order(1);
        desk.pay(order.order(), PAYMENT);

        OrderChange change = desk.cancel(order.order(), ReleaseReason.CANCELLED_BY_BUYER);

        assertThat(change).isInstanceOf(OrderChange.TooLate.class);
        assertThat(gate.released).isEmpty();
    }

    @Test
    void anUnknownOrderStaysUnknown() {
        assertThat(desk.pay(Samples.orderId(), PAYMENT)).isInstanceOf(OrderChange.Unknown.class);
        assertThat(desk.cancel(Samples.orderId(), ReleaseReason.CANCELLED_BY_BUYER))
                .isInstanceOf(OrderChange.Unknown.class);
        assertThat(counted).isEmpty();
    }

    @Test
    void aGateThatFailsIsNotTheCallersFailureAndIsToldLater() {
        Reservation order = order(1);
        gate.down = true;

        assertThat(done(desk.cancel(order.order(), ReleaseReason.CANCELLED_BY_BUYER))
                        .status())
                .isEqualTo(OrderStatus.CANCELLED);

        assertThat(counted).containsExactlyInAnyOrder("untold 1", "CANCELLED 1");
        clock.pass(OrderLedger.TELLING);
        assertThat(watched.ledger.claimUntold(10, Duration.ofSeconds(1)))
                .extracting(untold -> untold.reservation().order())
                .containsExactly(order.order());
    }

    @Test
    void aGateThatIsSilentIsNotWaitedForLong() {
        Reservation order = order(1);
        gate.silent = true;

        assertThat(done(desk.pay(order.order(), PAYMENT)).status()).isEqualTo(OrderStatus.PAID);

        assertThat(counted).contains("untold 1");
    }

    @Test
    void aLedgerThatCannotNoteWhatWasToldIsNotTheCallersFailure() {
        Reservation order = order(1);
        watched.before(call -> {
            if (call.method().equals("told")) {
                throw new SinkUnavailableException("database is down", new IllegalStateException());
            }
        });

        assertThat(done(desk.pay(order.order(), PAYMENT)).status()).isEqualTo(OrderStatus.PAID);
        assertThat(gate.sold).containsExactly(order);
    }

    @Test
    void aLedgerThatIsDownIsTheCallersFailureAndTheOutcomeUnknown() {
        Reservation order = order(1);
        watched.before(call -> {
            throw new SinkUnavailableException("database is down", new IllegalStateException());
        });

        SeckillUnavailableException failure =
                catchThrowableOfType(SeckillUnavailableException.class, () -> desk.pay(order.order(), PAYMENT));

        assertThat(failure).hasMessage("the order ledger: database is down");
        assertThat(failure.outcomeKnown()).isFalse();
        assertThat(gate.sold).isEmpty();
        assertThatThrownBy(() -> desk.latePayments(1)).isInstanceOf(SeckillUnavailableException.class);
    }

    @Test
    void aGateThatCountsNothingNeedNotBeToldOfPayments() {
        Reservation order = order(1);
        OrderDesk plain = new OrderDesk(watched.ledger, new ReleasingOnly(gate), events, metrics);

        plain.pay(order.order(), PAYMENT);

        assertThat(gate.sold).isEmpty();
        assertNothingLeftToTell();
    }

    private void assertNothingLeftToTell() {
        clock.pass(OrderLedger.TELLING.plusSeconds(1));
        assertThat(watched.ledger.claimUntold(10, Duration.ofSeconds(1))).isEmpty();
    }

    private Reservation order(int buyer) {
        Reservation reservation = Samples.one(sale.id(), Samples.buyer(buyer));
        watched.ledger.deliver(List.of(reservation));
        return reservation;
    }

    private static Order done(OrderChange change) {
        OrderChange.Done done = (OrderChange.Done) change;
        assertThat(done.repeated()).isFalse();
        return done.order();
    }

    private final class Hearing implements SeckillListener {

        @Override
        public void paid(Order order) {
            heard.add("paid " + order.reservation().order());
        }

        @Override
        public void cancelled(Order order) {
            heard.add("cancelled " + order.reservation().order());
        }

        @Override
        public void paidTooLate(LatePayment payment) {
            heard.add("late " + payment.order().reservation().order() + " " + payment.payment());
        }
    }
}
