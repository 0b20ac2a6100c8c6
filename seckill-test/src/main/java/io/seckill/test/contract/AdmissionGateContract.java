package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.Operator;
import io.seckill.OrderId;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.RequestKey;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What every {@link AdmissionGate} promises, fused or composed.
 *
 * @since 0.1
 */
public abstract class AdmissionGateContract {

    private final BuyerId alice = new BuyerId("alice");
    private final BuyerId bob = new BuyerId("bob");

    /** Returns the gate under test. */
    protected abstract AdmissionGate gate();

    /** Returns the registry the gate asks. */
    protected abstract SaleRegistry sales();

    /** Returns everything of this sale that was put into the outbox so far, in order; takes nothing out. */
    protected abstract List<Reservation> handedOver(SaleId sale);

    @Test
    void acceptsUntilTheStockIsGone() {
        SaleId sale = opened(2, 1);

        assertThat(admit(Samples.one(sale, alice))).isInstanceOf(Accepted.class);
        assertThat(admit(Samples.one(sale, bob))).isInstanceOf(Accepted.class);
        assertThat(admit(Samples.one(sale, Samples.buyer(3)))).isEqualTo(Rejected.because(Reason.SOLD_OUT));
        assertCounters(sale, 0, 2);
    }

    @Test
    void handsOverExactlyWhatItAccepted() {
        SaleId sale = opened(2, 3);
        Reservation first = new Reservation(sale, alice, Samples.orderId(), 2, Optional.of(new RequestKey("form:1")));

        assertThat(admit(first)).isEqualTo(new Accepted(first, false));
        admit(first);
        admit(Samples.one(sale, bob));

        assertThat(handedOver(sale)).containsExactly(first);
    }

    @Test
    void answersEveryPurchaseOfABatchInOrder() {
        SaleId sale = opened(3, 1);
        Reservation a = Samples.one(sale, alice);
        Reservation b = Samples.one(sale, bob);
        Reservation aAgain = Samples.one(sale, alice);
        Reservation c = Samples.one(sale, Samples.buyer(3));
        Reservation d = Samples.one(sale, Samples.buyer(4));

        assertThat(admit(a, b, aAgain, a, c, d))
                .containsExactly(
                        new Accepted(a, false),
                        new Accepted(b, false),
                        new Rejected(Reason.LIMIT_REACHED, List.of(a.order())),
                        new Accepted(a, true),
                        new Accepted(c, false),
                        Rejected.because(Reason.SOLD_OUT));
        assertThat(handedOver(sale)).containsExactlyInAnyOrder(a, b, c);
        assertCounters(sale, 0, 3);
    }

    @Test
    void namesTheOrdersThatReachedTheLimit() {
        SaleId sale = opened(10, 3);
        Reservation two = Samples.wish(sale, alice, 2);
        Reservation one = Samples.one(sale, alice);
        admit(two, one);

        assertThat(admit(Samples.one(sale, alice)))
                .isEqualTo(new Rejected(Reason.LIMIT_REACHED, List.of(two.order(), one.order())));
        assertCounters(sale, 7, 3);
    }

    @Test
    void countsItemsAgainstTheLimit() {
        SaleId sale = opened(10, 3);

        assertThat(admit(Samples.wish(sale, alice, 4))).isEqualTo(Rejected.because(Reason.LIMIT_REACHED));
        assertThat(admit(Samples.wish(sale, alice, 2))).isInstanceOf(Accepted.class);
        assertThat(admit(Samples.wish(sale, alice, 2))).isInstanceOf(Rejected.class);
        assertThat(admit(Samples.wish(sale, alice, 1))).isInstanceOf(Accepted.class);
        assertCounters(sale, 7, 3);
    }

    @Test
    void takesAllItemsOrNone() {
        SaleId sale = opened(2, 3);

        assertThat(admit(Samples.wish(sale, alice, 3))).isEqualTo(Rejected.because(Reason.SOLD_OUT));
        assertCounters(sale, 2, 0);
        assertThat(admit(Samples.wish(sale, alice, 2))).isInstanceOf(Accepted.class);
        assertCounters(sale, 0, 2);
    }

    @Test
    void sellsInsideTheWindowOnly() {
        Instant now = Instant.now();
        SaleId later = opened(new Sale(Samples.saleId(), 5, 1, now.plusSeconds(60), now.plusSeconds(120)));
        SaleId over = opened(new Sale(Samples.saleId(), 5, 1, now.minusSeconds(120), now.minusSeconds(60)));

        assertThat(admit(Samples.one(later, alice))).isEqualTo(Rejected.because(Reason.NOT_STARTED));
        assertThat(admit(Samples.one(over, alice))).isEqualTo(Rejected.because(Reason.ENDED));
        assertThat(handedOver(later)).isEmpty();
        assertThat(handedOver(over)).isEmpty();
    }

    @Test
    void startsSellingByItselfWhenTheWindowOpens() {
        Instant now = Instant.now();
        SaleId soon = opened(new Sale(Samples.saleId(), 5, 1, now.plusMillis(300), now.plusSeconds(120)));

        await().until(() -> admit(Samples.one(soon, alice)) instanceof Accepted);

        assertCounters(soon, 4, 1);
    }

    @Test
    void sellsNothingWhilePausedOrAfterClosing() {
        SaleId sale = opened(5, 1);

        sales().change(sale, new SaleChange.Pause(), Operator.APPLICATION);
        assertThat(admit(Samples.one(sale, alice))).isEqualTo(Rejected.because(Reason.PAUSED));
        sales().change(sale, new SaleChange.Resume(), Operator.APPLICATION);
        assertThat(admit(Samples.one(sale, alice))).isInstanceOf(Accepted.class);
        sales().change(sale, new SaleChange.Close(), Operator.APPLICATION);
        assertThat(admit(Samples.one(sale, bob))).isEqualTo(Rejected.because(Reason.ENDED));
        assertCounters(sale, 4, 1);
    }

    @Test
    void knowsNothingOfASaleThatWasNeverOpened() {
        SaleId unknown = Samples.saleId();

        assertThat(admit(Samples.one(unknown, alice))).isEqualTo(Rejected.because(Reason.UNKNOWN_SALE));
        assertThat(release(Samples.one(unknown, alice))).isZero();
        assertThat(join(gate().holdings(unknown, alice))).isEmpty();
        assertThat(handedOver(unknown)).isEmpty();
        assertThat(sales().find(unknown)).isEmpty();
    }

    @Test
    void answersTheSameOrderIdTheSameWayWhateverHappenedSince() {
        SaleId sale = opened(1, 1);
        Reservation first = Samples.one(sale, alice);
        admit(first);

        assertThat(admit(first)).isEqualTo(new Accepted(first, true));
        sales().change(sale, new SaleChange.Pause(), Operator.APPLICATION);
        assertThat(admit(first)).isEqualTo(new Accepted(first, true));
        sales().change(sale, new SaleChange.Close(), Operator.APPLICATION);
        assertThat(admit(first)).isEqualTo(new Accepted(first, true));
        assertThat(admit(Reservation.of(sale, alice, first.order(), 3))).isEqualTo(new Accepted(first, true));
        assertThat(handedOver(sale)).containsExactly(first);
        assertCounters(sale, 0, 1);
    }

    @Test
    void answersTheSameRequestKeyWithTheFirstReservation() {
        SaleId sale = opened(10, 5);
        Reservation first = Samples.keyed(sale, alice, "form-1");

        assertThat(admit(first, Samples.keyed(sale, alice, "form-1"), Samples.keyed(sale, alice, "form-2")))
                .extracting(result -> ((Accepted) result).replayed())
                .containsExactly(false, true, false);
        assertThat(admit(Samples.keyed(sale, alice, "form-1"))).isEqualTo(new Accepted(first, true));
        assertThat(admit(Samples.keyed(sale, bob, "form-1"))).isInstanceOf(Accepted.class);
        assertCounters(sale, 7, 3);
    }

    @Test
    void keepsLongIdsExact() {
        SaleId sale = opened(5, 2);
        Reservation first = new Reservation(
                sale,
                new BuyerId("541239876543210987"),
                new OrderId("9007199254740993"),
                1,
                Optional.of(new RequestKey("18446744073709551615")));
        Reservation longest =
                Reservation.of(sale, new BuyerId("b".repeat(64)), new OrderId("A-z_0.9:" + "x".repeat(56)), 2);

        admit(first, longest);

        assertThat(handedOver(sale)).containsExactly(first, longest);
        assertThat(admit(first)).isEqualTo(new Accepted(first, true));
        assertThat(join(gate().holdings(sale, longest.buyer())))
                .containsExactly(new Holding(longest, Optional.empty()));
    }

    @Test
    void releasesOnce() {
        SaleId sale = opened(3, 3);
        Reservation held = Samples.wish(sale, alice, 2);
        admit(held);

        assertThat(release(held)).isEqualTo(1);
        assertCounters(sale, 3, 0);
        assertThat(release(held)).isZero();
        assertThat(release(Samples.one(sale, bob))).isZero();
        assertCounters(sale, 3, 0);
    }

    @Test
    void releasesWhatIsHeldWhateverQuantityTheCallerNames() {
        SaleId sale = opened(5, 3);
        Reservation held = Samples.wish(sale, alice, 3);
        admit(held);

        assertThat(release(Reservation.of(sale, alice, held.order(), 1))).isEqualTo(1);

        assertCounters(sale, 5, 0);
    }

    @Test
    void releasesManyAtOnceAndTheSameOneOnlyOnce() {
        SaleId sale = opened(10, 3);
        Reservation a1 = Samples.one(sale, alice);
        Reservation a2 = Samples.one(sale, alice);
        Reservation b = Samples.wish(sale, bob, 3);
        admit(a1, a2, b);

        assertThat(release(a1, b, a1, a2, Samples.one(sale, alice))).isEqualTo(3);

        assertCounters(sale, 10, 0);
    }

    @Test
    void aReleasedOrderIdBuysNothingEverAgain() {
        SaleId sale = opened(3, 1);
        Reservation first = Samples.keyed(sale, alice, "form-1");
        admit(first);
        release(first);

        assertThat(admit(first)).isEqualTo(Rejected.because(Reason.RELEASED));
        assertThat(admit(Samples.keyed(sale, alice, "form-1"))).isEqualTo(Rejected.because(Reason.RELEASED));
        assertCounters(sale, 3, 0);
    }

    @Test
    void aBuyerMayBuyAgainAfterARelease() {
        SaleId sale = opened(1, 1);
        Reservation first = Samples.one(sale, alice);
        admit(first);
        release(first);
        Reservation second = Samples.one(sale, alice);

        assertThat(admit(second)).isEqualTo(new Accepted(second, false));
        assertThat(admit(Samples.one(sale, alice)))
                .isEqualTo(new Rejected(Reason.LIMIT_REACHED, List.of(second.order())));
        assertThat(join(gate().holdings(sale, alice)))
                .containsExactly(
                        new Holding(first, Optional.of(ReleaseReason.CANCELLED_BY_BUYER)),
                        new Holding(second, Optional.empty()));
        assertCounters(sale, 0, 1);
    }

    @Test
    void releasesWhilePausedAndAfterClosing() {
        SaleId sale = opened(2, 1);
        Reservation a = Samples.one(sale, alice);
        Reservation b = Samples.one(sale, bob);
        admit(a, b);

        sales().change(sale, new SaleChange.Pause(), Operator.APPLICATION);
        assertThat(release(a)).isEqualTo(1);
        sales().change(sale, new SaleChange.Close(), Operator.APPLICATION);
        assertThat(release(b)).isEqualTo(1);
        assertCounters(sale, 2, 0);
    }

    @Test
    void decidesABatchOfAnySize() {
        SaleId sale = opened(9_000, 1);
        Reservation[] wanted = IntStream.range(0, 10_000)
                .mapToObj(number -> Samples.one(sale, Samples.buyer(number)))
                .toArray(Reservation[]::new);

        Map<Boolean, Long> counts = admit(wanted).stream()
                .collect(Collectors.partitioningBy(Accepted.class::isInstance, Collectors.counting()));

        assertThat(counts).containsEntry(true, 9_000L).containsEntry(false, 1_000L);
        assertThat(handedOver(sale)).hasSize(9_000);
        assertCounters(sale, 0, 9_000);
    }

    @ParameterizedTest(name = "limit {0}, quantity {1}")
    @CsvSource({"1, 1", "3, 1", "3, 3"})
    void aStampedeSellsExactlyTheStock(int limit, int quantity) {
        SaleId sale = opened(100, limit);

        Stampede.of(
                200,
                number -> IntStream.range(0, 4)
                        .mapToObj(i -> admit(Samples.wish(sale, Samples.buyer(number % 120), quantity)))
                        .toList());

        List<Reservation> accepted = handedOver(sale);
        Map<BuyerId, Integer> perBuyer = accepted.stream()
                .collect(Collectors.groupingBy(Reservation::buyer, Collectors.summingInt(Reservation::quantity)));
        int sold = accepted.stream().mapToInt(Reservation::quantity).sum();
        assertThat(perBuyer.values()).allMatch(held -> held <= limit);
        assertThat(sold).isEqualTo(100 / quantity * quantity);
        assertThat(accepted).extracting(Reservation::order).doesNotHaveDuplicates();
        assertCounters(sale, 100 - sold, sold);
    }

    @Test
    void aStampedeWithOneOrderIdBuysOnce() {
        SaleId sale = opened(100, 50);
        Reservation wanted = Samples.one(sale, alice);

        List<PurchaseResult> results = Stampede.of(50, number -> admit(wanted));

        assertThat(results).containsOnly(new Accepted(wanted, false), new Accepted(wanted, true));
        assertThat(results.stream().filter(new Accepted(wanted, false)::equals)).hasSize(1);
        assertThat(handedOver(sale)).containsExactly(wanted);
        assertCounters(sale, 99, 1);
    }

    @Test
    void aStampedeOfOneBuyerBuysUpToTheLimit() {
        SaleId sale = opened(100, 3);

        Stampede.of(50, number -> admit(Samples.one(sale, alice)));

        assertThat(handedOver(sale)).hasSize(3);
        assertCounters(sale, 97, 3);
    }

    @Test
    void aStampedeReleasesOnce() {
        SaleId sale = opened(10, 1);
        Reservation held = Samples.one(sale, alice);
        admit(held);

        List<Integer> released = Stampede.of(50, number -> release(held));

        assertThat(released.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
        assertCounters(sale, 10, 0);
    }

    @Test
    void aStampedeOfPurchasesAndReleasesLosesNothing() {
        SaleId sale = opened(20, 1);

        Stampede.of(60, number -> {
            for (int i = 0; i < 10; i++) {
                Reservation wanted = Samples.one(sale, Samples.buyer(number));
                if (admit(wanted) instanceof Accepted) {
                    release(wanted);
                }
            }
            return number;
        });

        assertCounters(sale, 20, 0);
    }

    @Test
    void operatorsChangeASaleWhileTwoHundredThreadsBuy() {
        SaleId sale = opened(300, 2);
        AtomicLong total = new AtomicLong(300);

        Stampede.of(210, number -> {
            for (int i = 0; i < 10; i++) {
                if (number < 200) {
                    Reservation wanted = Samples.one(sale, Samples.buyer(number % 150));
                    if (admit(wanted) instanceof Accepted && number % 3 == 0) {
                        release(wanted);
                    }
                } else {
                    operate(sale, number + i, total);
                }
                assertSumOfCounters(sale);
            }
            return number;
        });

        sales().change(sale, new SaleChange.Resume(), Operator.APPLICATION);
        SaleStatus status = sales().find(sale).orElseThrow();
        assertThat(status.sale().total()).isEqualTo(total.get());
        assertThat(status.available()).isNotNegative();
        assertThat(status.available() + status.reserved()).isEqualTo(total.get());
        long held = IntStream.range(0, 150)
                .mapToObj(buyer -> join(gate().holdings(sale, Samples.buyer(buyer))))
                .flatMap(List::stream)
                .filter(Holding::live)
                .count();
        assertThat(status.reserved()).isEqualTo(held);
    }

    private void operate(SaleId sale, int number, AtomicLong total) {
        switch (number % 4) {
            case 0 -> sales().change(sale, new SaleChange.Pause(), Operator.APPLICATION);
            case 1 -> changeStock(sale, 7, total);
            case 2 -> changeStock(sale, -3, total);
            default -> sales().change(sale, new SaleChange.Resume(), Operator.APPLICATION);
        }
    }

    private void changeStock(SaleId sale, long difference, AtomicLong total) {
        if (sales().changeStock(sale, difference, Operator.APPLICATION, StockChange.Book.NONE)
                .made()) {
            total.addAndGet(difference);
        }
    }

    /** A composed gate counts what is reserved as the rest, and so its counters may not fit for a moment. */
    private void assertSumOfCounters(SaleId sale) {
        SaleStatus status = sales().find(sale).orElseThrow();
        assertThat(status.available()).isNotNegative();
        if (sales().countsSold()) {
            assertThat(status.available() + status.reserved() + status.sold())
                    .isEqualTo(status.sale().total());
        }
    }

    /** Opens a new sale that sells now. */
    protected final SaleId opened(long total, int limit) {
        return opened(Samples.openSale(total, limit));
    }

    private SaleId opened(Sale sale) {
        sales().open(sale);
        return sale.id();
    }

    /** Decides one purchase. */
    protected final PurchaseResult admit(Reservation wanted) {
        return join(gate().admit(wanted.sale(), List.of(wanted))).get(0);
    }

    private List<PurchaseResult> admit(Reservation first, Reservation second, Reservation... more) {
        List<Reservation> wanted = new ArrayList<>(List.of(first, second));
        wanted.addAll(Arrays.asList(more));
        return admit(wanted.toArray(Reservation[]::new));
    }

    private List<PurchaseResult> admit(Reservation[] wanted) {
        List<PurchaseResult> results = join(gate().admit(wanted[0].sale(), List.of(wanted)));
        assertThat(results).hasSameSizeAs(wanted);
        return results;
    }

    /** Releases reservations of one sale and returns how many this call released. */
    protected final int release(Reservation... reservations) {
        return join(gate().release(reservations[0].sale(), List.of(reservations), ReleaseReason.CANCELLED_BY_BUYER));
    }

    private void assertCounters(SaleId sale, long available, long reserved) {
        assertCounters(sale, available, reserved, 0);
    }

    /** Asserts the three counters, and that they are the total. */
    protected final void assertCounters(SaleId sale, long available, long reserved, long sold) {
        SaleStatus status = sales().find(sale).orElseThrow();
        assertThat(status.available()).as("available").isEqualTo(available);
        assertThat(status.reserved()).as("reserved").isEqualTo(reserved);
        assertThat(status.sold()).as("sold").isEqualTo(sold);
        assertThat(status.sale().total()).as("total").isEqualTo(available + reserved + sold);
    }

    /** Waits for the answer. */
    protected static <T> T join(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        return future.orTimeout(30, TimeUnit.SECONDS).join();
    }
}
