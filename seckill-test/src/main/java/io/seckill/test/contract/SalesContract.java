package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.seckill.AuditEntry;
import io.seckill.DeadLetters.Outcome;
import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.Order;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.ReleaseReason;
import io.seckill.RequestKey;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.SeckillListener;
import io.seckill.engine.DeadLetterDesk;
import io.seckill.engine.RegistrySales;
import io.seckill.event.Events;
import io.seckill.memory.InMemoryOrderLedger;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DeadLetterBox;
import io.seckill.spi.Delivery;
import io.seckill.spi.Figures;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SoldCount;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What operators are promised who steer sales and decide about dead letters, whatever gate, registry and outbox there are; with a ledger in
 * memory.
 *
 * @since 0.1
 */
public abstract class SalesContract {

    private static final Operator BY = Operator.named("operator-1");

    private final InMemoryOrderLedger ledger = new InMemoryOrderLedger(Clock.systemUTC());
    private final Sale sale = Samples.openSale(10, 2);
    private final SaleId id = sale.id();

    /** Returns the gate. */
    protected abstract AdmissionGate gate();

    /** Returns its registry. */
    protected abstract SaleRegistry registry();

    /** Returns its outbox, empty when a test starts; also a {@link DeadLetterBox}. */
    protected abstract Outbox outbox();

    @Test
    void addsAndWithdrawsStockInTheLedgerToo() {
        sales().open(sale);
        Operator keyed = BY.once(new RequestKey("form-1"));

        assertThat(done(sales().addStock(id, 5, keyed)).available()).isEqualTo(15);
        assertThat(done(sales().addStock(id, 5, keyed)).available()).isEqualTo(15);
        assertThat(total()).isEqualTo(15);
        assertThat(done(sales().withdrawStock(id, 8, BY)).available()).isEqualTo(7);
        assertThat(total()).isEqualTo(7);
        assertThat(refused(sales().withdrawStock(id, 8, BY))).contains("only 7 items");
        assertThat(total()).isEqualTo(7);
    }

    @Test
    void refusesAKeyThatIsUsedAgainForAnotherAmountAndNamesBoth() {
        sales().open(sale);
        Operator keyed = BY.once(new RequestKey("form-1"));
        done(sales().withdrawStock(id, 6, keyed));

        for (SaleUpdate update : List.of(
                sales().withdrawStock(id, 3, keyed),
                sales().withdrawStock(id, 1_000, keyed),
                sales().addStock(id, 6, keyed))) {
            assertThat(refused(update)).contains(id.value(), "'form-1'", "'withdraw-stock 6'");
            assertThat(((SaleUpdate.Refused) update).code()).isEqualTo("KEY_REUSED");
        }
        assertThat(refused(sales().withdrawStock(id, 3, keyed))).contains("'withdraw-stock 3'");
        assertThat(refused(sales().addStock(id, 6, keyed))).contains("'add-stock 6'");
        assertThat(done(sales().withdrawStock(id, 6, keyed)).available()).isEqualTo(4);
        assertThat(total()).isEqualTo(4);
        done(sales().close(id, BY));
        assertThat(done(sales().withdrawStock(id, 6, keyed)).available()).isEqualTo(4);
        assertThat(refused(sales().addStock(id, 6, keyed))).contains("'withdraw-stock 6'");
    }

    @Test
    void refusesAChangeOfStockUnderTheKeyOfAnotherChange() {
        sales().open(sale);
        Operator keyed = BY.once(new RequestKey("form-1"));
        done(sales().pause(id, keyed));

        assertThat(refused(sales().addStock(id, 5, keyed))).contains("'form-1'", "'pause'", "'add-stock 5'");
        assertThat(refused(sales().withdrawStock(id, 5, keyed))).contains("'pause'", "'withdraw-stock 5'");
        assertThat(total()).isEqualTo(10);
        assertThat(sales().find(id).orElseThrow().available()).isEqualTo(10);
    }

    @Test
    void neverWithdrawsWhatSomebodyHolds() {
        sales().open(sale);
        buy(Samples.wish(id, Samples.buyer(1), 2));

        assertThat(refused(sales().withdrawStock(id, 9, BY))).contains("only 8 items");
        assertThat(done(sales().withdrawStock(id, 8, BY)).sale().total()).isEqualTo(2);
        assertThat(sales().find(id).orElseThrow().reserved()).isEqualTo(2);
    }

    @Test
    void refusesQuantitiesThatMakeNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sales().addStock(id, 0, BY))
                .withMessageContaining("0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sales().withdrawStock(id, -1, BY))
                .withMessageContaining("-1");
    }

    @Test
    void addsNothingThatTheLedgerDoesNotKnow() {
        registry().open(sale);

        assertThat(refused(sales().addStock(id, 5, BY))).contains("ledger");

        assertThat(sales().find(id).orElseThrow().sale()).isEqualTo(sale);
    }

    @Test
    void extendsTheWindowInTheLedgerToo() {
        sales().open(sale);
        Instant later = sale.closes().plusSeconds(60);

        assertThat(done(sales().extend(id, later, BY)).sale().closes()).isEqualTo(later);
        assertThat(done(sales().extend(id, later, BY)).sale().closes()).isEqualTo(later);
        assertThat(refused(sales().extend(id, sale.closes(), BY))).contains(later.toString());
        assertThat(refused(sales().extend(id, sale.opens(), BY))).contains(later.toString());

        assertThat(ledger.sale(id).orElseThrow().sale().closes()).isEqualTo(later);
        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(sales().open(sale.withCloses(later))).isEqualTo(new Opening.Unchanged());
    }

    @Test
    void knowsNothingOfASaleThatWasNeverOpened() {
        SaleUpdate unknown = new SaleUpdate.Unknown();

        assertThat(sales().pause(id, BY)).isEqualTo(unknown);
        assertThat(sales().resume(id, BY)).isEqualTo(unknown);
        assertThat(sales().close(id, BY)).isEqualTo(unknown);
        assertThat(sales().addStock(id, 1, BY)).isEqualTo(unknown);
        assertThat(sales().withdrawStock(id, 1, BY)).isEqualTo(unknown);
        assertThat(sales().extend(id, sale.closes(), BY)).isEqualTo(unknown);
        assertThat(sales().settle(id, BY)).isEqualTo(unknown);
        assertThat(sales().audit(id)).isEmpty();
    }

    @Test
    void settlesWhenEverythingIsDeliveredDecidedAndTold() {
        sales().open(sale);
        Reservation paid = Samples.wish(id, Samples.buyer(1), 2);
        Reservation cancelled = Samples.one(id, Samples.buyer(2));
        buy(paid);
        buy(cancelled);
        assertThat(refused(sales().settle(id, BY))).contains("close it first");
        sales().close(id, BY);
        assertThat(refused(sales().settle(id, BY))).contains("on their way");
        deliverAll();
        assertThat(refused(sales().settle(id, BY))).contains("3 items unpaid");
        ledger.pay(paid.order(), new PaymentId("payment-1"));
        ledger.cancel(cancelled.order(), ReleaseReason.CANCELLED_BY_BUYER);
        assertThat(refused(sales().settle(id, BY))).contains("3 items reserved", "2 paid in the ledger");
        release(cancelled, ReleaseReason.CANCELLED_BY_BUYER);
        countSold(paid);

        assertThat(done(sales().settle(id, BY)).state()).isEqualTo(SaleState.SETTLED);
        assertThat(done(sales().settle(id, BY)).state()).isEqualTo(SaleState.SETTLED);

        assertThat(ledger.sale(id).orElseThrow().settled()).hasValue(new Figures(0, 2, 1, 0));
        assertThat(what()).containsExactly("close", "settle");
        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
    }

    @Test
    void settlingClosesASaleWhoseWindowIsOverSoThatNobodyExtendsIt() {
        Instant soon = registryTime().plusMillis(200);
        registry().open(sale.withCloses(soon));
        ledger.open(sale.withCloses(soon));
        await().until(() -> !registryTime().isBefore(soon));

        assertThat(done(sales().settle(id, BY.once(new RequestKey("form-1")))).state())
                .isEqualTo(SaleState.SETTLED);

        assertThat(what()).containsExactly("close", "settle");
        assertThat(refused(sales().extend(id, soon.plusSeconds(60), BY))).contains("SETTLED");
    }

    /** By the clock that judges windows. */
    private Instant registryTime() {
        Sale other = Samples.openSale(1, 1);
        registry().open(other);
        return registry().find(other.id()).orElseThrow().serverTime();
    }

    @Test
    void tellsOnceThatASaleIsSettledAndADeadLetterRefused() {
        sales().open(sale);
        Reservation poison = bury(Samples.one(id, Samples.buyer(1)));
        String letter = letter();
        Heard heard = new Heard();
        Events events = new Events(List.of(heard), SeckillMetrics.NONE);
        events.onChanged(orders -> orders.forEach(order -> heard.events.add("changed " + order)));
        Optional<OrderLedger> orders = Optional.of(ledger);
        RegistrySales desk = new RegistrySales(registry(), orders, outbox(), events);
        DeadLetterDesk letters = new DeadLetterDesk((DeadLetterBox) outbox(), gate(), registry(), orders, events);

        desk.close(id, BY);
        desk.settle(id, BY);
        letters.refuse(letter, ReleaseReason.NOT_DELIVERED, BY);
        letters.refuse(letter, ReleaseReason.NOT_DELIVERED, BY);
        events.close();
        assertThat(heard.events)
                .containsExactlyInAnyOrder("changed " + poison.order(), "refused " + poison.order() + " not-delivered");

        Events later = new Events(List.of(heard), SeckillMetrics.NONE);
        heard.events.clear();
        RegistrySales again = new RegistrySales(registry(), orders, outbox(), later);
        again.settle(id, BY);
        again.settle(id, BY);
        later.close();
        assertThat(heard.events).containsExactly("settled " + id + " SETTLED");
    }

    @Test
    void tellsOnceThatADeadLetterWithoutALedgerIsRefused() {
        registry().open(sale);
        Reservation poison = bury(Samples.one(id, Samples.buyer(1)));
        String letter = letter();
        Heard heard = new Heard();
        Events events = new Events(List.of(heard), SeckillMetrics.NONE);
        DeadLetterDesk desk =
                new DeadLetterDesk((DeadLetterBox) outbox(), gate(), registry(), Optional.empty(), events);

        desk.refuse(letter, ReleaseReason.NOT_DELIVERED, BY);
        desk.refuse(letter, ReleaseReason.NOT_DELIVERED, BY);
        events.close();

        assertThat(heard.events).containsExactly("refused " + poison.order() + " not-delivered");
    }

    private static final class Heard implements SeckillListener {

        final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        public void refused(Reservation reservation, ReleaseReason reason) {
            events.add("refused " + reservation.order() + " " + reason.tag());
        }

        @Override
        public void settled(SaleStatus status) {
            events.add("settled " + status.sale().id() + " " + status.state());
        }
    }

    @Test
    void doesNotSellASettledSaleAgainOfWhichTheGateKnowsNothingAnyMore() {
        ledger.open(sale);
        ledger.settle(id, new Figures(0, 0, 0, 0));

        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());

        assertThat(sales().find(id)).isEmpty();
    }

    @Test
    void settlesNothingThatHasDeadLetters() {
        sales().open(sale);
        bury(Samples.one(id, Samples.buyer(1)));
        sales().close(id, BY);

        assertThat(refused(sales().settle(id, BY))).contains("dead letters");
        letters().refuse(letter(), ReleaseReason.NOT_DELIVERED, BY);

        assertThat(done(sales().settle(id, BY)).state()).isEqualTo(SaleState.SETTLED);
    }

    @Test
    void operatorsWithALedgerChangeASaleWhileOthersBuy() {
        sales().open(sale);

        Stampede.of(110, number -> {
            for (int i = 0; i < 5; i++) {
                if (number < 100) {
                    buy(Samples.one(id, Samples.buyer(number)));
                } else if (number % 2 == 0) {
                    sales().addStock(id, 4, BY);
                } else {
                    sales().withdrawStock(id, 3, BY);
                }
            }
            return number;
        });

        SaleStatus status = sales().find(id).orElseThrow();
        assertThat(status.sale().total()).isEqualTo(total());
        assertThat(status.available()).isNotNegative();
        assertThat(status.available() + status.reserved()).isEqualTo(total());
    }

    @Test
    void refusesADeadLetterOnceWhateverWasDoneOfItBefore() {
        sales().open(sale);
        Reservation fresh = bury(Samples.wish(id, Samples.buyer(1), 2));
        Reservation inLedger = bury(Samples.one(id, Samples.buyer(2)));
        Reservation released = bury(Samples.one(id, Samples.buyer(3)));
        ledger.refuse(inLedger, ReleaseReason.NOT_DELIVERED);
        ledger.refuse(released, ReleaseReason.NOT_DELIVERED);
        release(released, ReleaseReason.NOT_DELIVERED);
        List<String> ids =
                letters().list(10).stream().map(letter -> letter.id()).toList();
        assertThat(ids).hasSize(3);

        for (String letter : ids) {
            assertThat(letters().refuse(letter, ReleaseReason.NOT_DELIVERED, BY))
                    .isEqualTo(Outcome.DONE);
            assertThat(letters().refuse(letter, ReleaseReason.NOT_DELIVERED, BY))
                    .isEqualTo(Outcome.UNKNOWN);
        }

        for (Reservation reservation : List.of(fresh, inLedger, released)) {
            assertThat(order(reservation).status()).isEqualTo(OrderStatus.REFUSED);
            assertThat(what()).contains("refuse-dead-letter " + reservation.order());
        }
        assertThat(letters().list(10)).isEmpty();
        assertThat(sales().find(id).orElseThrow().available()).isEqualTo(10);
    }

    @Test
    void refusesNothingThatIsAnOrder() {
        sales().open(sale);
        Reservation stored = bury(Samples.one(id, Samples.buyer(1)));
        ledger.deliver(List.of(stored));

        assertThat(letters().refuse(letter(), ReleaseReason.NOT_DELIVERED, BY)).isEqualTo(Outcome.STORED);

        assertThat(order(stored).status()).isEqualTo(OrderStatus.UNPAID);
        assertThat(sales().find(id).orElseThrow().reserved()).isEqualTo(1);
        assertThat(letters().list(10)).isEmpty();
    }

    @Test
    void retriesADeadLetterOnce() {
        sales().open(sale);
        Reservation poison = bury(Samples.one(id, Samples.buyer(1)));
        String letter = letter();

        assertThat(letters().retry(letter, BY)).isEqualTo(Outcome.DONE);
        assertThat(letters().retry(letter, BY)).isEqualTo(Outcome.UNKNOWN);
        assertThat(letters().find(letter)).isEmpty();
        deliverAll();

        assertThat(order(poison).status()).isEqualTo(OrderStatus.UNPAID);
        assertThat(what()).containsExactly("retry-dead-letter " + poison.order());
    }

    @Test
    void retriesAllDeadLettersOfThisMoment() {
        sales().open(sale);
        List<Reservation> poisons = IntStream.range(0, 10)
                .mapToObj(number -> bury(Samples.one(id, Samples.buyer(number))))
                .toList();

        assertThat(letters().retryAll(BY)).isEqualTo(10);
        assertThat(letters().retryAll(BY)).isZero();
        deliverAll();

        assertThat(poisons).allMatch(poison -> order(poison).status() == OrderStatus.UNPAID);
    }

    @Test
    void aRaceOfRetryingAndRefusingNeverGivesBackTheStockOfAnOrder() {
        sales().open(sale);
        for (int round = 0; round < 10; round++) {
            Reservation poison = bury(Samples.one(id, Samples.buyer(round)));
            String letter = letter();

            Stampede.of(8, number -> {
                if (number % 2 == 0) {
                    letters().retry(letter, BY);
                    deliverAll();
                } else {
                    letters().refuse(letter, ReleaseReason.NOT_DELIVERED, BY);
                }
                return number;
            });
            deliverAll();

            boolean live = join(gate().holdings(id, poison.buyer())).get(0).live();
            assertThat(live).isEqualTo(order(poison).status() == OrderStatus.UNPAID);
        }
        assertThat(letters().list(10)).isEmpty();
        assertThat(sales().find(id).orElseThrow().reserved())
                .isEqualTo(ledger.figures(id).unpaid());
    }

    @Test
    void refusesADeadLetterWithoutALedger() {
        registry().open(sale);
        bury(Samples.one(id, Samples.buyer(1)));
        DeadLetterDesk desk = new DeadLetterDesk((DeadLetterBox) outbox(), gate(), registry(), Optional.empty());
        String letter = letter();

        List<Outcome> outcomes = Stampede.of(
                20,
                number -> number % 2 == 0
                        ? desk.refuse(letter, ReleaseReason.NOT_DELIVERED, BY)
                        : desk.retry(letter, BY));

        assertThat(outcomes.stream().filter(Outcome.DONE::equals)).hasSize(1);
        assertThat(sales().find(id).orElseThrow().reserved()).isEqualTo(outbox().holds(id) ? 1 : 0);
    }

    private RegistrySales sales() {
        return new RegistrySales(registry(), Optional.of(ledger), outbox());
    }

    private DeadLetterDesk letters() {
        return new DeadLetterDesk((DeadLetterBox) outbox(), gate(), registry(), Optional.of(ledger));
    }

    private String letter() {
        return letters().list(10).get(0).id();
    }

    private boolean buy(Reservation wanted) {
        return join(gate().admit(id, List.of(wanted))).get(0) instanceof Accepted;
    }

    private Reservation bury(Reservation wanted) {
        assertThat(buy(wanted)).isTrue();
        Parcel parcel = take().get(0);
        outbox().settle(parcel, List.of(new Outbox.DeadLetter(wanted, 8, "first error", "last error")));
        return wanted;
    }

    private List<Parcel> take() {
        return IntStream.range(0, outbox().partitions())
                .boxed()
                .flatMap(partition -> outbox().take(partition, 1_000).stream())
                .toList();
    }

    /** As a relay does. */
    private void deliverAll() {
        for (Parcel parcel : take()) {
            for (Reservation one : parcel.reservations()) {
                if (ledger.deliver(List.of(one)).get(0) instanceof Delivery.Refused refused) {
                    release(one, refused.reason());
                }
            }
            outbox().settle(List.of(parcel));
        }
    }

    private void release(Reservation reservation, ReleaseReason reason) {
        join(gate().release(id, List.of(reservation), reason));
    }

    private void countSold(Reservation paid) {
        if (gate() instanceof SoldCount gate) {
            assertThat(join(gate.countSold(id, List.of(paid)))).isEqualTo(1);
        }
    }

    private Order order(Reservation reservation) {
        return ledger.find(reservation.order()).orElseThrow();
    }

    private long total() {
        return ledger.sale(id).orElseThrow().sale().total();
    }

    private List<String> what() {
        return sales().audit(id).stream().map(AuditEntry::what).toList();
    }

    private static SaleStatus done(SaleUpdate update) {
        return ((SaleUpdate.Done) update).sale();
    }

    private static String refused(SaleUpdate update) {
        return ((SaleUpdate.Refused) update).why();
    }

    private static <T> T join(java.util.concurrent.CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
