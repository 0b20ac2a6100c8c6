package io.seckill.test.contract;

import static io.seckill.ReleaseReason.CANCELLED_BY_SHOP;
import static io.seckill.ReleaseReason.LIMIT_REACHED;
import static io.seckill.ReleaseReason.NO_STOCK;
import static io.seckill.ReleaseReason.ORDER_ID_TAKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seckill.BuyerId;
import io.seckill.Opening;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.OrderSink;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What every {@link OrderLedger} promises: it never stores more than a sale's total or a buyer's limit, and it answers the same for ever.
 *
 * @since 0.1
 */
public abstract class OrderLedgerContract extends OrderSinkContract {

    private static final Delivery STORED = Delivery.stored();
    private static final Delivery ALREADY_STORED = Delivery.alreadyStored();

    /** Returns the ledger under test; the same one, or one that shares its state, at every call. */
    protected abstract OrderLedger ledger();

    /** Returns the clock that the ledger stamps its orders by. */
    protected abstract Clock clock();

    /** Returns the number of items the ledger counts as held of this sale. */
    protected abstract long held(Sale sale);

    @Override
    protected final OrderSink sink() {
        return ledger();
    }

    @Override
    protected final void opened(Sale sale) {
        assertThat(ledger().open(sale)).isEqualTo(new Opening.Created());
    }

    @Test
    void opensASaleOnce() {
        Sale sale = open(10, 2);

        assertThat(ledger().open(sale)).isEqualTo(new Opening.Unchanged());
    }

    @Test
    void namesTheDefinitionInForceWhenAnotherIsWanted() {
        Sale sale = open(10, 2);

        for (Sale other : List.of(
                sale.withTotal(11),
                new Sale(sale.id(), 10, 1, sale.opens(), sale.closes()),
                new Sale(sale.id(), 10, 2, sale.opens().minusMillis(1), sale.closes()),
                new Sale(sale.id(), 10, 2, sale.opens(), sale.closes().plusMillis(1)),
                sale.withPayWithin(Duration.ofMinutes(5)))) {
            assertThat(ledger().open(other)).isEqualTo(new Opening.Different(other, sale));
        }
        assertThat(ledger().open(sale)).isEqualTo(new Opening.Unchanged());
    }

    @Test
    void knowsASaleByItsFirstAndItsPresentTotal() {
        Sale sale = open(10, 1);

        assertThat(ledger().changeTotal(sale.id(), 10, 15)).isTrue();

        assertThat(ledger().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(ledger().open(sale.withTotal(15))).isEqualTo(new Opening.Unchanged());
        assertThat(ledger().open(sale.withTotal(12)))
                .isEqualTo(new Opening.Different(sale.withTotal(12), sale.withTotal(15)));
    }

    @Test
    void storesMoreAfterStockWasAdded() {
        Sale sale = open(1, 1);
        deliver(Samples.one(sale.id(), Samples.buyer(1)));

        assertThat(ledger().changeTotal(sale.id(), 1, 2)).isTrue();

        assertThat(deliver(Samples.one(sale.id(), Samples.buyer(2)))).isEqualTo(STORED);
        assertThat(deliver(Samples.one(sale.id(), Samples.buyer(3)))).isEqualTo(Delivery.refused(NO_STOCK));
    }

    @Test
    void addsNoStockToAnUnknownSale() {
        assertThat(ledger().changeTotal(Samples.saleId(), 1, 2)).isFalse();
    }

    @Test
    void refusesToAddStockThatMakesNoSense() {
        Sale sale = open(10, 1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ledger().changeTotal(sale.id(), 10, 0))
                .withMessageContaining("0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ledger().changeTotal(sale.id(), 10, Sale.MAX_TOTAL + 1))
                .withMessageContaining(sale.id().value());
        assertThat(ledger().open(sale)).isEqualTo(new Opening.Unchanged());
    }

    @Test
    void changesTheTotalFromWhatTheCallerKnows() {
        Sale sale = open(10, 1);

        assertThat(ledger().changeTotal(sale.id(), 10, 15)).isTrue();
        assertThat(ledger().changeTotal(sale.id(), 10, 15)).isTrue();
        assertThat(ledger().changeTotal(sale.id(), 10, 20)).isFalse();

        assertThat(ledger().open(sale.withTotal(15))).isEqualTo(new Opening.Unchanged());
        assertThat(ledger().open(sale)).isEqualTo(new Opening.Unchanged());
    }

    @Test
    void neverWithdrawsWhatIsHeld() {
        Sale sale = open(10, 3);
        deliver(Samples.wish(sale.id(), Samples.buyer(1), 3));

        assertThat(ledger().changeTotal(sale.id(), 10, 2)).isFalse();
        assertThat(ledger().changeTotal(sale.id(), 10, 3)).isTrue();

        assertThat(deliver(Samples.one(sale.id(), Samples.buyer(2)))).isEqualTo(Delivery.refused(NO_STOCK));
    }

    @Test
    void changesNoTotalThatMakesNoSense() {
        Sale sale = open(10, 1);

        assertThat(ledger().changeTotal(Samples.saleId(), 1, 2)).isFalse();
        for (long senseless : new long[] {0, Sale.MAX_TOTAL + 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ledger().changeTotal(sale.id(), 10, senseless))
                    .withMessageContaining(sale.id().value())
                    .withMessageContaining("" + senseless);
        }
    }

    @Test
    void extendsTheWindowAndNeverShortensIt() {
        Sale sale = open(10, 1);
        Sale longer = sale.withCloses(sale.closes().plusSeconds(60));

        for (Instant closes : List.of(longer.closes(), longer.closes(), sale.closes())) {
            assertThat(ledger().extend(sale.id(), closes)).isTrue();
            assertThat(ledger().open(longer)).isEqualTo(new Opening.Unchanged());
            assertThat(ledger().open(sale)).isEqualTo(new Opening.Unchanged());
        }

        Sale between = sale.withCloses(sale.closes().plusSeconds(30));
        assertThat(ledger().open(between)).isEqualTo(new Opening.Different(between, longer));
        assertThat(ledger().extend(Samples.saleId(), sale.closes())).isFalse();
    }

    @Test
    void findsAnOrderAsItWasDelivered() {
        Sale sale = open(10, 3);
        Reservation reservation = Samples.wish(sale.id(), Samples.buyer(1), 3);
        Instant before = clock().instant();
        deliver(reservation);

        Order order = ledger().find(reservation.order()).orElseThrow();

        assertThat(order.reservation()).isEqualTo(reservation);
        assertThat(order.status()).isEqualTo(OrderStatus.UNPAID);
        assertThat(order.reason()).isEmpty();
        assertThat(order.created()).isBetween(before.minusMillis(1), clock().instant());
        assertThat(order.payBy()).isEqualTo(order.created().plus(sale.payWithin()));
    }

    @Test
    void findsARefusalWithItsReason() {
        Sale sale = open(10, 1);
        Reservation refused = Samples.wish(sale.id(), Samples.buyer(1), 2);
        deliver(refused);

        Order order = ledger().find(refused.order()).orElseThrow();

        assertThat(order.status()).isEqualTo(OrderStatus.REFUSED);
        assertThat(order.reason()).contains(LIMIT_REACHED);
    }

    @Test
    void findsNothingUnderAnIdThatWasNeverDelivered() {
        assertThat(ledger().find(Samples.orderId())).isEmpty();
        assertThat(ledger().find(List.of(Samples.orderId(), Samples.orderId()))).isEmpty();
        assertThat(ledger().find(List.of())).isEmpty();
    }

    @Test
    void findsManyOrdersAtOnceAndLeavesOutWhatItDoesNotKnow() {
        Sale sale = open(1_000, 1);
        List<Reservation> many = reservations(sale, 1_000);
        ledger().deliver(many);
        List<OrderId> wanted =
                new ArrayList<>(many.stream().map(Reservation::order).toList());
        wanted.add(Samples.orderId());
        wanted.add(many.get(0).order());

        assertThat(ledger().find(wanted)).extracting(Order::reservation).containsExactlyInAnyOrderElementsOf(many);
    }

    @Test
    void tellsARedeliveryFromTheFirstDelivery() {
        Sale sale = open(10, 1);
        Reservation reservation = Samples.one(sale.id(), Samples.buyer(1));

        assertThat(ledger().deliver(List.of(reservation, reservation))).containsExactly(STORED, ALREADY_STORED);
        assertThat(deliver(reservation)).isEqualTo(ALREADY_STORED);
        assertThat(held(sale)).isEqualTo(1);
    }

    @Test
    void refusesAnOrderIdThatNamesTheOrderOfAnotherBuyer() {
        Sale sale = open(10, 1);
        Reservation first = Samples.one(sale.id(), Samples.buyer(1));
        Reservation second = Reservation.of(sale.id(), Samples.buyer(2), first.order(), 1);
        deliver(first);

        assertThat(deliver(second)).isEqualTo(Delivery.refused(ORDER_ID_TAKEN));
        assertThat(deliver(second)).isEqualTo(Delivery.refused(ORDER_ID_TAKEN));
        assertThat(stored(sale)).containsExactly(first);
        assertThat(held(sale)).isEqualTo(1);
    }

    @Test
    void refusesAnOrderIdThatNamesAnOrderOfAnotherSale() {
        Sale sale = open(10, 1);
        Sale other = open(10, 1);
        Reservation first = Samples.one(sale.id(), Samples.buyer(1));
        Reservation second = Reservation.of(other.id(), Samples.buyer(1), first.order(), 1);

        assertThat(ledger().deliver(List.of(first, second))).containsExactly(STORED, Delivery.refused(ORDER_ID_TAKEN));
        assertThat(stored(sale)).containsExactly(first);
        assertThat(stored(other)).isEmpty();
        assertThat(held(other)).isZero();
    }

    @Test
    void refusesAnOrderIdThatComesForTwoBuyersInOneCall() {
        Sale sale = open(10, 1);
        Reservation first = Samples.one(sale.id(), Samples.buyer(1));
        Reservation second = Reservation.of(sale.id(), Samples.buyer(2), first.order(), 1);

        assertThat(ledger().deliver(List.of(first, second))).containsExactly(STORED, Delivery.refused(ORDER_ID_TAKEN));
        assertThat(stored(sale)).containsExactly(first);
    }

    @Test
    void refusesASecondOrderBeyondTheLimit() {
        Sale sale = open(10, 1);
        BuyerId buyer = Samples.buyer(1);
        deliver(Samples.one(sale.id(), buyer));

        assertThat(deliver(Samples.one(sale.id(), buyer))).isEqualTo(Delivery.refused(LIMIT_REACHED));
        assertThat(held(sale)).isEqualTo(1);
    }

    @Test
    void countsItemsAgainstTheLimit() {
        Sale sale = open(10, 3);
        BuyerId buyer = Samples.buyer(1);

        List<Delivery> deliveries = ledger().deliver(List.of(
                Samples.wish(sale.id(), buyer, 2),
                Samples.wish(sale.id(), buyer, 2),
                Samples.wish(sale.id(), buyer, 1),
                Samples.wish(sale.id(), buyer, 1)));

        assertThat(deliveries)
                .containsExactly(STORED, Delivery.refused(LIMIT_REACHED), STORED, Delivery.refused(LIMIT_REACHED));
        assertThat(deliver(Samples.wish(sale.id(), buyer, 1))).isEqualTo(Delivery.refused(LIMIT_REACHED));
        assertThat(held(sale)).isEqualTo(3);
    }

    @Test
    void neverStoresMoreThanTheTotal() {
        Sale sale = open(5, 3);

        List<Delivery> deliveries = ledger().deliver(List.of(
                Samples.wish(sale.id(), Samples.buyer(1), 3),
                Samples.wish(sale.id(), Samples.buyer(2), 3),
                Samples.wish(sale.id(), Samples.buyer(3), 2),
                Samples.wish(sale.id(), Samples.buyer(4), 1)));

        assertThat(deliveries).containsExactly(STORED, Delivery.refused(NO_STOCK), STORED, Delivery.refused(NO_STOCK));
        assertThat(held(sale)).isEqualTo(5);
    }

    @Test
    void repeatsARefusalEvenWhenItWouldFitNow() {
        Sale sale = open(1, 1);
        Reservation refused = Samples.one(sale.id(), Samples.buyer(2));
        deliver(Samples.one(sale.id(), Samples.buyer(1)));
        deliver(refused);

        ledger().changeTotal(sale.id(), 1, 6);

        assertThat(deliver(refused)).isEqualTo(Delivery.refused(NO_STOCK));
        assertThat(held(sale)).isEqualTo(1);
    }

    @Test
    void aCancelledOrderFreesItsItemsAndItsBuyer() {
        Sale sale = open(1, 1);
        Reservation first = Samples.one(sale.id(), Samples.buyer(1));
        deliver(first);

        ledger().cancel(first.order(), CANCELLED_BY_SHOP);

        assertThat(held(sale)).isZero();
        assertThat(deliver(first)).isEqualTo(ALREADY_STORED);
        assertThat(deliver(Samples.one(sale.id(), Samples.buyer(1)))).isEqualTo(STORED);
        assertThat(ledger().find(first.order()).orElseThrow().status()).isEqualTo(OrderStatus.CANCELLED);
        assertThat(held(sale)).isEqualTo(1);
    }

    @Test
    void aCancelledOrderAmongOthersFreesOnlyItsOwnItems() {
        Sale sale = open(10, 3);
        BuyerId buyer = Samples.buyer(1);
        Reservation first = Samples.wish(sale.id(), buyer, 1);
        ledger().deliver(List.of(first, Samples.wish(sale.id(), buyer, 2)));

        ledger().cancel(first.order(), CANCELLED_BY_SHOP);

        assertThat(deliver(Samples.wish(sale.id(), buyer, 2))).isEqualTo(Delivery.refused(LIMIT_REACHED));
        assertThat(deliver(Samples.wish(sale.id(), buyer, 1))).isEqualTo(STORED);
        assertThat(held(sale)).isEqualTo(3);
    }

    @Test
    void asksForAnotherTryWhenTheSaleIsUnknown() {
        Sale sale = open(10, 1);
        Reservation known = Samples.one(sale.id(), Samples.buyer(1));
        Reservation unknown = Samples.one(Samples.saleId(), Samples.buyer(1));

        List<Delivery> deliveries = ledger().deliver(List.of(unknown, known));

        assertThat(deliveries.get(0))
                .isInstanceOfSatisfying(
                        Delivery.Retry.class,
                        retry -> assertThat(retry.why()).contains(unknown.sale().value()));
        assertThat(deliveries.get(1)).isEqualTo(STORED);
        assertThat(ledger().find(unknown.order())).isEmpty();
    }

    @Test
    void answersEachReservationInItsPlace() {
        Sale sale = open(3, 1);
        Sale other = open(3, 1);
        Reservation before = Samples.one(sale.id(), Samples.buyer(1));
        deliver(before);

        List<Delivery> deliveries = ledger().deliver(List.of(
                Samples.one(other.id(), Samples.buyer(1)),
                Samples.one(sale.id(), Samples.buyer(1)),
                before,
                Samples.one(other.id(), Samples.buyer(1)),
                Samples.one(sale.id(), Samples.buyer(2)),
                Reservation.of(sale.id(), Samples.buyer(3), before.order(), 1)));

        assertThat(deliveries)
                .containsExactly(
                        STORED,
                        Delivery.refused(LIMIT_REACHED),
                        ALREADY_STORED,
                        Delivery.refused(LIMIT_REACHED),
                        STORED,
                        Delivery.refused(ORDER_ID_TAKEN));
    }

    @Test
    void aStampedeBeyondStockAndLimitKeepsBoth() {
        Sale sale = open(60, 3);
        List<Reservation> all = new ArrayList<>();
        for (int number = 0; number < 40; number++) {
            // four wishes of 1 to 3 items, of which a buyer can have at most 3
            for (int i = 0; i < 4; i++) {
                all.add(Samples.wish(sale.id(), Samples.buyer(number), 1 + (number + i) % 3));
            }
        }
        Collections.shuffle(all, new Random(1));

        // every reservation is in the calls of four threads
        List<List<Delivery>> answers = Stampede.of(16, number -> ledger().deliver(slice(all, number * 10, 40)));

        Collection<Reservation> stored = stored(sale);
        Map<BuyerId, Integer> perBuyer = stored.stream()
                .collect(Collectors.groupingBy(Reservation::buyer, Collectors.summingInt(Reservation::quantity)));
        assertThat(perBuyer.values()).allMatch(items -> items <= 3);
        assertThat(stored).doesNotHaveDuplicates();
        assertThat(held(sale))
                .isEqualTo(stored.stream().mapToLong(Reservation::quantity).sum())
                .isBetween(58L, 60L);
        assertThat(answers.stream().flatMap(List::stream).filter(STORED::equals))
                .hasSameSizeAs(stored);
        // and everyone was told what is true for ever
        for (int number = 0; number < answers.size(); number++) {
            List<Reservation> asked = slice(all, number * 10, 40);
            for (int i = 0; i < asked.size(); i++) {
                assertThat(done(answers.get(number).get(i))).isEqualTo(stored.contains(asked.get(i)));
            }
        }
    }

    @Test
    void aStampedeOverSeveralSalesSharesNothingBetweenThem() {
        List<Sale> sales = List.of(open(20, 1), open(20, 1), open(20, 1));
        List<Reservation> all = new ArrayList<>();
        for (int number = 0; number < 90; number++) {
            all.add(Samples.one(sales.get(number % 3).id(), Samples.buyer(number)));
        }

        Stampede.of(9, number -> ledger().deliver(slice(all, number * 10, 30)));

        for (Sale sale : sales) {
            assertThat(stored(sale)).hasSize(20);
            assertThat(held(sale)).isEqualTo(20);
        }
    }

    private Delivery deliver(Reservation reservation) {
        List<Delivery> deliveries = ledger().deliver(List.of(reservation));
        assertThat(deliveries).hasSize(1);
        return deliveries.get(0);
    }
}
