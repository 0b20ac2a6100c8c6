package io.seckill.test.contract;

import static io.seckill.ReleaseReason.CANCELLED_BY_SHOP;
import static io.seckill.ReleaseReason.NOT_DELIVERED;
import static io.seckill.ReleaseReason.REBUILT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.Origin;
import io.seckill.PaymentId;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.spi.Figures;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.LedgerSale;
import io.seckill.spi.OrderLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What every {@link LedgerBooks} promises: it shows a sale's orders completely, and closes an epoch and a sale for good.
 *
 * @since 0.1
 */
public abstract class LedgerBooksContract {

    private static final Origin SECOND = new Origin(1, Optional.empty());

    /** Returns the ledger under test; the same one, or one that shares its state, at every call. */
    protected abstract OrderLedger ledger();

    /** Returns the books of that ledger. */
    protected abstract LedgerBooks books();

    /** Spoils the number of items that the ledger counts as held of this sale. */
    protected abstract void spoilHeld(Sale sale, long held);

    @Test
    void showsASaleAsItWasOpenedAndAsItIs() {
        Sale sale = open(10, 3);
        ledger().changeTotal(sale.id(), 10, 20);
        ledger().extend(sale.id(), sale.closes().plusSeconds(60));
        deliver(sale, 1, 3);

        Sale now = sale.withTotal(20).withCloses(sale.closes().plusSeconds(60));
        assertThat(books().sale(sale.id())).contains(new LedgerSale(now, sale, 3, 0, Optional.empty()));
        assertThat(books().sale(Samples.saleId())).isEmpty();
    }

    @Test
    void namesTheChangedOrdersThatTheGateIsStillToBeToldOf() {
        Sale sale = open(10, 1);
        OrderId unpaid = deliver(sale, 1, 1);
        OrderId paid = deliver(sale, 2, 1);
        OrderId cancelled = deliver(sale, 3, 1);
        ledger().pay(paid, new PaymentId("payment-1"));
        ledger().cancel(cancelled, CANCELLED_BY_SHOP);

        assertThat(books().untold(List.of(unpaid, paid, cancelled))).containsExactlyInAnyOrder(paid, cancelled);
        ledger().told(List.of(paid));
        assertThat(books().untold(List.of(unpaid, paid, cancelled))).containsExactly(cancelled);
        assertThat(books().untold(List.of())).isEmpty();
    }

    @Test
    void showsAllOrdersOfASalePageByPage() {
        Sale sale = open(100, 1);
        Sale other = open(100, 1);
        List<OrderId> all = new ArrayList<>();
        for (int number = 0; number < 25; number++) {
            all.add(deliver(sale, number, 1));
            deliver(other, number, 1);
        }
        ledger().cancel(all.get(3), CANCELLED_BY_SHOP);
        ledger().pay(all.get(4), new PaymentId("payment-1"));
        Reservation refused = Samples.one(sale.id(), Samples.buyer(1));
        ledger().refuse(refused, NOT_DELIVERED);
        all.add(refused.order());

        List<Order> read = new ArrayList<>();
        Optional<OrderId> last = Optional.empty();
        for (List<Order> page = books().orders(sale.id(), last, 10);
                !page.isEmpty();
                page = books().orders(sale.id(), last, 10)) {
            assertThat(page).hasSizeLessThanOrEqualTo(10);
            read.addAll(page);
            last = Optional.of(page.get(page.size() - 1).reservation().order());
        }

        assertThat(read).extracting(order -> order.reservation().order()).containsExactlyElementsOf(all);
        assertThat(read).containsExactlyInAnyOrderElementsOf(ledger().find(all));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> books().orders(sale.id(), Optional.empty(), 0))
                .withMessageContaining("0");
    }

    @Test
    void countsItemsByWhereTheyStand() {
        Sale sale = open(100, 5);
        deliver(sale, 1, 5);
        ledger().pay(deliver(sale, 2, 4), new PaymentId("payment-1"));
        ledger().cancel(deliver(sale, 3, 3), CANCELLED_BY_SHOP);
        ledger().cancel(deliver(sale, 3, 1), CANCELLED_BY_SHOP);
        ledger().refuse(Samples.wish(sale.id(), Samples.buyer(4), 2), NOT_DELIVERED);

        assertThat(books().figures(sale.id())).isEqualTo(new Figures(5, 4, 4, 2));
        assertThat(books().figures(Samples.saleId())).isEqualTo(new Figures(0, 0, 0, 0));
    }

    @Test
    void refusesWhatWasAcceptedInAnEarlierEpochUnlessItIsStored() {
        for (int limit : List.of(1, 2)) {
            Sale sale = open(100, limit);
            Reservation stored = Samples.one(sale.id(), Samples.buyer(1));
            Reservation late = Samples.one(sale.id(), Samples.buyer(2));
            Reservation newer = Samples.one(sale.id(), Samples.buyer(3)).from(SECOND);
            ledger().deliver(List.of(stored));

            assertThat(books().inNewEpoch(sale.id(), LedgerSale::epoch)).contains(1);

            assertThat(ledger().deliver(List.of(stored, late, newer)))
                    .containsExactly(Delivery.alreadyStored(), Delivery.refused(REBUILT), Delivery.stored());
            assertThat(ledger().deliver(List.of(late.from(SECOND)))).containsExactly(Delivery.refused(REBUILT));
            assertThat(ledger().find(late.order()).orElseThrow().status()).isEqualTo(OrderStatus.REFUSED);
            assertThat(held(sale)).isEqualTo(2);
            assertThat(books().sale(sale.id()).orElseThrow().epoch()).isEqualTo(1);
        }
    }

    @Test
    void readsTheOrdersInTheNewEpoch() {
        Sale sale = open(10, 1);
        OrderId order = deliver(sale, 1, 1);

        Optional<Integer> read = books().inNewEpoch(sale.id(), now -> {
            assertThat(now).isEqualTo(new LedgerSale(sale, sale, 1, 1, Optional.empty()));
            assertThat(books().figures(sale.id()).unpaid()).isEqualTo(1);
            return books().orders(sale.id(), Optional.empty(), 10).size();
        });

        assertThat(read).contains(1);
        assertThat(ledger().find(order)).isPresent();
        assertThat(books().inNewEpoch(sale.id(), LedgerSale::epoch)).contains(2);
    }

    @Test
    void beginsNoEpochIfTheWorkFailsOrTheSaleIsUnknown() {
        Sale sale = open(10, 1);

        assertThatIllegalStateException()
                .isThrownBy(() -> books().inNewEpoch(sale.id(), now -> {
                    throw new IllegalStateException("the gate is away");
                }))
                .withMessage("the gate is away");

        assertThat(books().sale(sale.id()).orElseThrow().epoch()).isZero();
        assertThat(books().inNewEpoch(Samples.saleId(), LedgerSale::epoch)).isEmpty();
    }

    @Test
    void correctsWhatIsHeldByTheLiveOrders() {
        Sale sale = open(10, 3);
        deliver(sale, 1, 3);
        ledger().pay(deliver(sale, 2, 2), new PaymentId("payment-1"));
        ledger().cancel(deliver(sale, 3, 1), CANCELLED_BY_SHOP);
        spoilHeld(sale, 9);

        assertThat(books().correctHeld(sale.id())).contains(new LedgerBooks.Held(9, 5));
        assertThat(books().correctHeld(sale.id())).contains(new LedgerBooks.Held(5, 5));
        assertThat(held(sale)).isEqualTo(5);
        assertThat(books().correctHeld(Samples.saleId())).isEmpty();
    }

    @Test
    void correctsNothingIfMoreIsLiveThanThereIs() {
        Sale sale = open(10, 3);
        deliver(sale, 1, 3);
        spoilHeld(sale, 1);
        ledger().changeTotal(sale.id(), 10, 2);

        assertThatIllegalStateException()
                .isThrownBy(() -> books().correctHeld(sale.id()))
                .withMessageContaining(sale.id().value())
                .withMessageContaining("3");
        assertThat(held(sale)).isEqualTo(1);
    }

    @Test
    void aCancellationGoesThroughWhereWhatIsHeldWasSpoilt() {
        Sale sale = open(10, 3);
        OrderId order = deliver(sale, 1, 3);
        deliver(sale, 2, 2);
        spoilHeld(sale, 1);

        ledger().cancel(order, CANCELLED_BY_SHOP);

        assertThat(held(sale)).isZero();
        assertThat(books().correctHeld(sale.id())).contains(new LedgerBooks.Held(0, 2));
    }

    @Test
    void settlesASaleOnce() {
        Sale sale = open(10, 1);
        Figures figures = new Figures(0, 7, 2, 1);

        LedgerSale settled = books().settle(sale.id(), figures).orElseThrow();

        assertThat(settled.settled()).contains(figures);
        assertThat(books().settle(sale.id(), new Figures(0, 8, 2, 1))).contains(settled);
        assertThat(books().sale(sale.id())).contains(settled);
        assertThat(books().settle(Samples.saleId(), figures)).isEmpty();
    }

    @Test
    void settlesNoSaleWithUnpaidItems() {
        Sale sale = open(10, 1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> books().settle(sale.id(), new Figures(3, 0, 0, 0)))
                .withMessageContaining(sale.id().value())
                .withMessageContaining("3");
        assertThat(books().sale(sale.id()).orElseThrow().settled()).isEmpty();
    }

    private long held(Sale sale) {
        return books().sale(sale.id()).orElseThrow().held();
    }

    private Sale open(long total, int limit) {
        Sale sale = Samples.openSale(total, limit);
        ledger().open(sale);
        return sale;
    }

    private OrderId deliver(Sale sale, int buyer, int quantity) {
        Reservation reservation = Samples.wish(sale.id(), Samples.buyer(buyer), quantity);
        assertThat(ledger().deliver(List.of(reservation))).containsExactly(Delivery.stored());
        return reservation.order();
    }
}
