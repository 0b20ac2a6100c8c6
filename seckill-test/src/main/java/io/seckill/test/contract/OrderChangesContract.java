package io.seckill.test.contract;

import static io.seckill.ReleaseReason.CANCELLED_BY_BUYER;
import static io.seckill.ReleaseReason.CANCELLED_BY_SHOP;
import static io.seckill.ReleaseReason.LIMIT_REACHED;
import static io.seckill.ReleaseReason.NOT_DELIVERED;
import static io.seckill.ReleaseReason.NOT_PAID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seckill.LatePayment;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link OrderLedger} promises about payment, cancellation and deadline: each order ends once, and nothing that came too late
 * is lost.
 *
 * @since 0.1
 */
public abstract class OrderChangesContract {

    private static final PaymentId PAYMENT = new PaymentId("payment-1");
    private static final PaymentId OTHER_PAYMENT = new PaymentId("payment-2");
    private static final Duration CLAIM = Duration.ofMinutes(1);

    /** Returns the ledger under test; the same one, or one that shares its state, at every call. */
    protected abstract OrderLedger ledger();

    /** Returns the clock that the ledger goes by. */
    protected abstract MovableClock clock();

    /** Returns the number of items the ledger counts as held of this sale. */
    protected abstract long held(Sale sale);

    /** Returns how many orders race. */
    protected int rounds() {
        return 50;
    }

    @BeforeEach
    void nothingIsLeftOfOtherTests() {
        clock().pass(Sale.DEFAULT_PAY_WITHIN.plusHours(1));
        ledger().expire(1_000_000);
        clock().pass(OrderLedger.TELLING);
        for (List<Order> untold = untold(); !untold.isEmpty(); untold = untold()) {
            ledger().told(ids(untold));
        }
        ledger().latePayments(1_000, Duration.ZERO)
                .forEach(late -> ledger().refunded(late.order().reservation().order(), late.payment()));
    }

    @Test
    void paysAnUnpaidOrder() {
        Sale sale = open(10, 1);
        Order unpaid = stored(sale, 1);

        OrderChange change = ledger().pay(id(unpaid), PAYMENT);

        Order paid = unpaid.withStatus(OrderStatus.PAID, Optional.empty());
        assertThat(change).isEqualTo(new OrderChange.Done(paid, false));
        assertThat(ledger().find(id(unpaid))).contains(paid);
        assertThat(held(sale)).isEqualTo(1);
    }

    @Test
    void theSamePaymentAgainIsDoneAndChangesNothing() {
        Order unpaid = stored(open(10, 1), 1);
        ledger().pay(id(unpaid), PAYMENT);
        ledger().told(List.of(id(unpaid)));

        OrderChange again = ledger().pay(id(unpaid), PAYMENT);

        assertThat(again).isEqualTo(new OrderChange.Done(now(unpaid), true));
        clock().pass(OrderLedger.TELLING);
        assertThat(untold()).isEmpty();
        assertThat(late()).isEmpty();
    }

    @Test
    void aSecondPaymentOfAPaidOrderIsTooLateAndKept() {
        Order order = stored(open(10, 1), 1);
        ledger().pay(id(order), PAYMENT);

        assertThat(ledger().pay(id(order), OTHER_PAYMENT)).isEqualTo(new OrderChange.TooLate(now(order)));

        assertThat(late())
                .singleElement()
                .satisfies(late -> assertThat(late.payment()).isEqualTo(OTHER_PAYMENT))
                .satisfies(late -> assertThat(late.order()).isEqualTo(now(order)));
        assertThat(ledger().pay(id(order), PAYMENT)).isEqualTo(new OrderChange.Done(now(order), true));
    }

    @Test
    void aPaymentOfACancelledOrderIsTooLateAndKeptOnce() {
        Order order = stored(open(10, 1), 1);
        ledger().cancel(id(order), CANCELLED_BY_BUYER);

        for (int i = 0; i < 2; i++) {
            assertThat(ledger().pay(id(order), PAYMENT)).isEqualTo(new OrderChange.TooLate(now(order)));
        }

        assertThat(late())
                .singleElement()
                .satisfies(late -> assertThat(late.order()).isEqualTo(now(order)))
                .satisfies(late -> assertThat(late.received()).isBetween(order.created(), clock().instant()));
        assertThat(now(order).status()).isEqualTo(OrderStatus.CANCELLED);
    }

    @Test
    void aPaymentOfARefusedOrderIsTooLateAndKept() {
        Sale sale = open(10, 1);
        Reservation refused = Samples.wish(sale.id(), Samples.buyer(1), 2);
        ledger().deliver(List.of(refused));

        assertThat(ledger().pay(refused.order(), PAYMENT)).isInstanceOf(OrderChange.TooLate.class);

        assertThat(late()).extracting(late -> late.order().reservation()).containsExactly(refused);
    }

    @Test
    void aPaymentOfAnUnknownOrderIsNotKept() {
        assertThat(ledger().pay(Samples.orderId(), PAYMENT)).isEqualTo(new OrderChange.Unknown());
        assertThat(late()).isEmpty();
    }

    @Test
    void paysPastTheDeadlineAsLongAsNobodyCancelled() {
        Sale sale = open(10, 1);
        Order order = stored(sale, 1);
        clock().pass(sale.payWithin());

        assertThat(ledger().pay(id(order), PAYMENT)).isInstanceOf(OrderChange.Done.class);
        assertThat(ledger().expire(10)).isEmpty();
    }

    @Test
    void cancelsAnUnpaidOrderOnceAndFreesWhatItHeld() {
        Sale sale = open(10, 3);
        Order order = stored(sale, 3);

        OrderChange change = ledger().cancel(id(order), CANCELLED_BY_BUYER);

        Order cancelled = order.withStatus(OrderStatus.CANCELLED, Optional.of(CANCELLED_BY_BUYER));
        assertThat(change).isEqualTo(new OrderChange.Done(cancelled, false));
        assertThat(ledger().cancel(id(order), CANCELLED_BY_SHOP)).isEqualTo(new OrderChange.Done(cancelled, true));
        assertThat(ledger().find(id(order))).contains(cancelled);
        assertThat(held(sale)).isZero();
    }

    @Test
    void cancelsNoOrderThatIsPaidRefusedOrUnknown() {
        Sale sale = open(10, 1);
        Order paid = stored(sale, 1);
        ledger().pay(id(paid), PAYMENT);
        Reservation refused = Samples.wish(sale.id(), Samples.buyer(2), 2);
        ledger().deliver(List.of(refused));

        assertThat(ledger().cancel(id(paid), CANCELLED_BY_SHOP)).isEqualTo(new OrderChange.TooLate(now(paid)));
        assertThat(ledger().cancel(refused.order(), CANCELLED_BY_SHOP)).isInstanceOf(OrderChange.TooLate.class);
        assertThat(ledger().cancel(Samples.orderId(), CANCELLED_BY_SHOP)).isEqualTo(new OrderChange.Unknown());
        assertThat(held(sale)).isEqualTo(1);
    }

    @Test
    void aBuyerMayBuyAgainAfterACancellationAndNotAfterAPayment() {
        Sale sale = open(10, 1);
        ledger().cancel(id(stored(sale, 1)), CANCELLED_BY_BUYER);

        Order second = stored(sale, 1);
        ledger().pay(id(second), PAYMENT);

        assertThat(ledger().deliver(List.of(Samples.one(sale.id(), Samples.buyer(1)))))
                .containsExactly(Delivery.refused(LIMIT_REACHED));
    }

    @Test
    void expiresOnlyUnpaidOrdersPastTheirDeadline() {
        Sale quick = opened(Samples.openSale(10, 3).withPayWithin(Duration.ofMinutes(1)));
        Sale slow = opened(Samples.openSale(10, 3).withPayWithin(Duration.ofMinutes(2)));
        Order overdue = stored(quick, 2);
        ledger().pay(id(stored(quick, 1)), PAYMENT);
        stored(slow, 1);

        clock().pass(Duration.ofSeconds(59));
        assertThat(ledger().expire(10)).isEmpty();
        clock().pass(Duration.ofSeconds(2));

        Order expired = overdue.withStatus(OrderStatus.CANCELLED, Optional.of(NOT_PAID));
        assertThat(ledger().expire(10)).containsExactly(expired);
        assertThat(ledger().find(id(overdue))).contains(expired);
        assertThat(ledger().expire(10)).isEmpty();
        assertThat(held(quick)).isEqualTo(1);
        assertThat(held(slow)).isEqualTo(1);
    }

    @Test
    void expiresNoMoreThanTheLimitAndTheOldestFirst() {
        Sale sale = open(100, 1);
        List<OrderId> oldest = ids(storedOfBuyers(sale, 0, 3));
        clock().pass(Duration.ofMinutes(1));
        storedOfBuyers(sale, 3, 4);
        clock().pass(sale.payWithin());

        assertThat(ids(ledger().expire(3))).containsExactlyInAnyOrderElementsOf(oldest);
        assertThat(ledger().expire(3)).hasSize(3);
        assertThat(ledger().expire(3)).hasSize(1);
        assertThat(held(sale)).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ledger().expire(0))
                .withMessageContaining("0");
    }

    @Test
    void nodesThatExpireAtOnceGetDifferentOrders() {
        Sale sale = open(200, 1);
        Sale other = open(200, 1);
        Set<OrderId> all = new HashSet<>(ids(storedOfBuyers(sale, 0, 60)));
        all.addAll(ids(storedOfBuyers(other, 0, 60)));
        clock().pass(sale.payWithin());

        List<List<Order>> expired = Stampede.of(6, node -> {
            List<Order> mine = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                mine.addAll(ledger().expire(10));
            }
            return mine;
        });
        List<Order> allExpired =
                new ArrayList<>(expired.stream().flatMap(List::stream).toList());
        allExpired.addAll(ledger().expire(1_000));

        assertThat(ids(allExpired)).containsExactlyInAnyOrderElementsOf(all);
        assertThat(held(sale)).isZero();
        assertThat(held(other)).isZero();
    }

    @Test
    void ofAPaymentACancellationAndTheDeadlineExactlyOneWins() {
        Sale sale = open(rounds(), 1);
        List<Order> orders = storedOfBuyers(sale, 0, rounds());
        clock().pass(sale.payWithin());

        // a sweep knows no ids: it wins what it finds
        List<List<OrderChange>> answers = Stampede.of(
                3,
                way -> orders.stream()
                        .flatMap(order -> switch (way) {
                            case 0 -> Stream.of(ledger().pay(id(order), PAYMENT));
                            case 1 -> Stream.of(ledger().cancel(id(order), CANCELLED_BY_BUYER));
                            default -> ledger().expire(1).stream().map(expired -> new OrderChange.Done(expired, false));
                        })
                        .map(OrderChange.class::cast)
                        .toList());

        long stillHeld = 0;
        for (int i = 0; i < orders.size(); i++) {
            Order now = now(orders.get(i));
            boolean paid = now.status() == OrderStatus.PAID;
            boolean byBuyer = now.reason().equals(Optional.of(CANCELLED_BY_BUYER));
            assertThat(answers.get(2).contains(new OrderChange.Done(now, false)))
                    .isEqualTo(now.reason().equals(Optional.of(NOT_PAID)));
            assertThat(answers.get(0).get(i))
                    .isEqualTo(paid ? new OrderChange.Done(now, false) : new OrderChange.TooLate(now));
            assertThat(answers.get(1).get(i))
                    .isEqualTo(paid ? new OrderChange.TooLate(now) : new OrderChange.Done(now, !byBuyer));
            stillHeld += paid ? 1 : 0;
        }
        assertThat(held(sale)).isEqualTo(stillHeld);
        assertThat(late()).hasSize((int) (orders.size() - stillHeld));
    }

    @Test
    void aStampedeOfPaymentsPaysOnceAndKeepsTheOthers() {
        Order order = stored(open(10, 1), 1);

        List<OrderChange> answers =
                Stampede.of(8, number -> ledger().pay(id(order), new PaymentId("payment-" + number)));

        assertThat(answers).filteredOn(OrderChange.Done.class::isInstance).hasSize(1);
        assertThat(late()).hasSize(7);
    }

    @Test
    void aRefusedReservationIsRefusedAgainWhenItIsDeliveredLate() {
        Sale sale = open(10, 1);
        Reservation reservation = Samples.one(sale.id(), Samples.buyer(1));

        Order refused = ledger().refuse(reservation, NOT_DELIVERED);

        assertThat(refused.status()).isEqualTo(OrderStatus.REFUSED);
        assertThat(refused.reason()).contains(NOT_DELIVERED);
        assertThat(ledger().refuse(reservation, CANCELLED_BY_SHOP)).isEqualTo(refused);
        assertThat(ledger().find(reservation.order())).contains(refused);
        assertThat(ledger().deliver(List.of(reservation))).containsExactly(Delivery.refused(NOT_DELIVERED));
        assertThat(held(sale)).isZero();
    }

    @Test
    void refusesNoReservationThatBecameAnOrder() {
        Sale sale = open(10, 1);
        Order order = stored(sale, 1);

        assertThat(ledger().refuse(order.reservation(), NOT_DELIVERED)).isEqualTo(order);
        assertThat(held(sale)).isEqualTo(1);
    }

    @Test
    void refusesAReservationOfASaleItDoesNotKnow() {
        Sale sale = Samples.openSale(10, 1);
        Reservation reservation = Samples.one(sale.id(), Samples.buyer(1));

        ledger().refuse(reservation, NOT_DELIVERED);

        assertThat(ledger().deliver(List.of(reservation))).containsExactly(Delivery.refused(NOT_DELIVERED));
        opened(sale);
        assertThat(ledger().deliver(List.of(reservation))).containsExactly(Delivery.refused(NOT_DELIVERED));
    }

    @Test
    void eitherTheRefusalOrTheOrderIsThereWhenBothComeAtOnce() {
        Sale sale = open(rounds(), 1);
        List<Reservation> reservations = OrderSinkContract.reservations(sale, rounds());

        List<List<OrderStatus>> seen = Stampede.of(
                2,
                way -> reservations.stream()
                        .map(reservation -> way == 0
                                ? ledger().refuse(reservation, NOT_DELIVERED).status()
                                : status(ledger().deliver(List.of(reservation)).get(0)))
                        .toList());

        assertThat(seen.get(0)).isEqualTo(seen.get(1));
        assertThat(held(sale))
                .isEqualTo(
                        seen.get(0).stream().filter(OrderStatus.UNPAID::equals).count());
    }

    @Test
    void claimsChangedOrdersUntilTheGateWasTold() {
        Sale sale = open(10, 3);
        Order paid = stored(sale, 1);
        Order cancelled = stored(sale, 1);
        Order told = stored(sale, 1);
        ledger().pay(id(paid), PAYMENT);
        ledger().cancel(id(cancelled), CANCELLED_BY_BUYER);
        ledger().pay(id(told), PAYMENT);
        ledger().told(List.of(id(told)));

        assertThat(untold()).as("whoever changed them has time to tell").isEmpty();
        clock().pass(OrderLedger.TELLING);
        assertThat(untold()).containsExactlyInAnyOrder(now(paid), now(cancelled));
        assertThat(untold()).as("claimed").isEmpty();
        ledger().told(List.of(id(paid)));
        clock().pass(CLAIM);

        assertThat(untold()).containsExactly(now(cancelled));
        ledger().told(List.of(id(cancelled), id(told), Samples.orderId()));
        ledger().told(List.of());
        clock().pass(CLAIM);
        assertThat(untold()).isEmpty();
    }

    @Test
    void claimsOrdersThatExpired() {
        Sale sale = open(10, 1);
        stored(sale, 1);
        clock().pass(sale.payWithin());
        List<Order> expired = ledger().expire(10);

        clock().pass(OrderLedger.TELLING);

        assertThat(untold()).isEqualTo(expired);
    }

    @Test
    void claimsNoOrderThatIsOnlyStoredOrRefused() {
        Sale sale = open(1, 1);
        stored(sale, 1);
        ledger().refuse(Samples.one(sale.id(), Samples.buyer(2)), NOT_DELIVERED);
        clock().pass(Duration.ofMinutes(1));

        assertThat(untold()).isEmpty();
    }

    @Test
    void nodesThatClaimAtOnceGetDifferentOrders() {
        Sale sale = open(100, 1);
        List<OrderId> paid = ids(storedOfBuyers(sale, 0, 60));
        paid.forEach(order -> ledger().pay(order, PAYMENT));
        clock().pass(OrderLedger.TELLING);

        List<List<Order>> claimed = Stampede.of(6, node -> ledger().claimUntold(15, CLAIM));
        List<Order> all = new ArrayList<>(claimed.stream().flatMap(List::stream).toList());
        all.addAll(ledger().claimUntold(100, CLAIM));

        assertThat(claimed).allMatch(mine -> mine.size() <= 15);
        assertThat(ids(all)).containsExactlyInAnyOrderElementsOf(paid);
    }

    @Test
    void claimsLatePaymentsUntilTheyAreRefunded() {
        Order first = stored(open(10, 1), 1);
        Order second = stored(open(10, 1), 1);
        for (Order order : List.of(first, second)) {
            ledger().cancel(id(order), CANCELLED_BY_BUYER);
            ledger().pay(id(order), PAYMENT);
            clock().pass(Duration.ofSeconds(1));
        }

        assertThat(late()).extracting(late -> id(late.order())).containsExactly(id(first), id(second));
        assertThat(ledger().latePayments(1, CLAIM))
                .extracting(late -> id(late.order()))
                .containsExactly(id(first));
        assertThat(ledger().latePayments(2, CLAIM))
                .extracting(late -> id(late.order()))
                .containsExactly(id(second));
        assertThat(ledger().latePayments(2, CLAIM)).isEmpty();
        assertThat(late()).as("looking sees what is claimed").hasSize(2);

        assertThat(ledger().refunded(id(first), PAYMENT)).isTrue();
        assertThat(ledger().refunded(id(first), PAYMENT)).isFalse();
        assertThat(ledger().refunded(id(first), OTHER_PAYMENT)).isFalse();
        assertThat(ledger().pay(id(first), PAYMENT)).isInstanceOf(OrderChange.TooLate.class);
        clock().pass(CLAIM);
        assertThat(ledger().latePayments(2, CLAIM))
                .extracting(late -> id(late.order()))
                .containsExactly(id(second));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ledger().latePayments(0, CLAIM))
                .withMessageContaining("0");
    }

    private static OrderStatus status(Delivery delivery) {
        return delivery.equals(Delivery.stored()) ? OrderStatus.UNPAID : OrderStatus.REFUSED;
    }

    private Sale open(long total, int limit) {
        return opened(Samples.openSale(total, limit));
    }

    private Sale opened(Sale sale) {
        ledger().open(sale);
        return sale;
    }

    private Order stored(Sale sale, int quantity) {
        Reservation reservation = Samples.wish(sale.id(), Samples.buyer(1), quantity);
        assertThat(ledger().deliver(List.of(reservation))).containsExactly(Delivery.stored());
        return ledger().find(reservation.order()).orElseThrow();
    }

    private List<Order> storedOfBuyers(Sale sale, int first, int count) {
        List<Reservation> reservations = new ArrayList<>();
        for (int number = first; number < first + count; number++) {
            reservations.add(Samples.one(sale.id(), Samples.buyer(number)));
        }
        assertThat(ledger().deliver(reservations)).containsOnly(Delivery.stored());
        return reservations.stream()
                .map(reservation -> ledger().find(reservation.order()).orElseThrow())
                .toList();
    }

    private Order now(Order order) {
        return ledger().find(id(order)).orElseThrow();
    }

    private List<Order> untold() {
        return ledger().claimUntold(1_000, CLAIM);
    }

    private List<LatePayment> late() {
        return ledger().latePayments(1_000, Duration.ZERO);
    }

    private static List<OrderId> ids(List<Order> orders) {
        return orders.stream().map(OrderChangesContract::id).toList();
    }

    private static OrderId id(Order order) {
        return order.reservation().order();
    }
}
