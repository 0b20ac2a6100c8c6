package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.Operator;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SoldCount;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every gate promises that also counts what was sold.
 *
 * @since 0.1
 */
public abstract class SoldCountContract extends AdmissionGateContract {

    private final BuyerId alice = new BuyerId("alice");
    private final BuyerId bob = new BuyerId("bob");

    @Test
    void countsAPaidReservationOnce() {
        SaleId sale = opened(5, 3);
        Reservation paid = Samples.wish(sale, alice, 2);
        admit(paid);
        admit(Samples.one(sale, bob));

        assertThat(countSold(paid)).isEqualTo(1);
        assertCounters(sale, 2, 1, 2);
        assertThat(countSold(paid)).isZero();
        assertCounters(sale, 2, 1, 2);
    }

    @Test
    void countsManyAtOnceAndTheSameOneOnlyOnce() {
        SaleId sale = opened(10, 3);
        Reservation a1 = Samples.keyed(sale, alice, "form-1");
        Reservation a2 = Samples.wish(sale, alice, 2);
        Reservation b = Samples.wish(sale, bob, 3);
        List.of(a1, a2, b).forEach(this::admit);

        assertThat(countSold(a1, b, a1, a2, Samples.one(sale, alice))).isEqualTo(3);

        assertCounters(sale, 4, 0, 6);
    }

    @Test
    void countsWhatIsHeldWhateverQuantityTheCallerNames() {
        SaleId sale = opened(5, 3);
        Reservation held = Samples.wish(sale, alice, 3);
        admit(held);

        assertThat(countSold(Reservation.of(sale, alice, held.order(), 1))).isEqualTo(1);

        assertCounters(sale, 2, 0, 3);
    }

    @Test
    void countsNothingThatIsNotHeld() {
        SaleId sale = opened(5, 1);
        Reservation released = Samples.one(sale, alice);
        admit(released);
        release(released);
        SaleId unknown = Samples.saleId();

        assertThat(countSold(released)).isZero();
        assertThat(countSold(Samples.one(sale, bob))).isZero();
        assertThat(countSold(Samples.one(unknown, alice))).isZero();

        assertCounters(sale, 5, 0, 0);
        assertThat(sales().find(unknown)).isEmpty();
        assertThat(join(gate().holdings(unknown, alice))).isEmpty();
    }

    @Test
    void releasesNothingThatIsPaid() {
        SaleId sale = opened(5, 1);
        Reservation paid = Samples.one(sale, alice);
        admit(paid);
        countSold(paid);

        assertThat(release(paid)).isZero();

        assertCounters(sale, 4, 0, 1);
        assertThat(join(gate().holdings(sale, alice))).containsExactly(new Holding(paid, Optional.empty(), true));
    }

    @Test
    void answersAPaidPurchaseLikeAnyOther() {
        SaleId sale = opened(10, 5);
        Reservation plain = Samples.one(sale, alice);
        Reservation keyed = new Reservation(
                sale,
                alice,
                Samples.orderId(),
                2,
                Samples.keyed(sale, alice, "form-1").requestKey());
        admit(plain);
        admit(keyed);
        countSold(plain, keyed);

        assertThat(admit(plain)).isEqualTo(new Accepted(plain, true));
        assertThat(admit(keyed)).isEqualTo(new Accepted(keyed, true));
        assertThat(admit(Samples.keyed(sale, alice, "form-1"))).isEqualTo(new Accepted(keyed, true));
        assertThat(handedOver(sale)).containsExactly(plain, keyed);
        assertCounters(sale, 7, 0, 3);
    }

    @Test
    void countsPaidItemsAgainstTheLimit() {
        SaleId sale = opened(10, 3);
        Reservation paid = Samples.wish(sale, alice, 2);
        Reservation held = Samples.one(sale, alice);
        admit(paid);
        admit(held);
        countSold(paid);

        assertThat(admit(Samples.one(sale, alice)))
                .isEqualTo(new Rejected(Reason.LIMIT_REACHED, List.of(paid.order(), held.order())));
        release(held);
        Reservation another = Samples.one(sale, alice);
        assertThat(admit(another)).isEqualTo(new Accepted(another, false));
        assertThat(join(gate().holdings(sale, alice)))
                .containsExactly(
                        new Holding(paid, Optional.empty(), true),
                        new Holding(held, Optional.of(ReleaseReason.CANCELLED_BY_BUYER)),
                        new Holding(another, Optional.empty()));
    }

    @Test
    void countsWhilePausedAndAfterClosing() {
        SaleId sale = opened(2, 1);
        Reservation a = Samples.one(sale, alice);
        Reservation b = Samples.one(sale, bob);
        admit(a);
        admit(b);

        sales().change(sale, new SaleChange.Pause(), Operator.APPLICATION);
        assertThat(countSold(a)).isEqualTo(1);
        sales().change(sale, new SaleChange.Close(), Operator.APPLICATION);
        assertThat(countSold(b)).isEqualTo(1);
        assertCounters(sale, 0, 0, 2);
    }

    @Test
    void countsAnyNumberAtOnce() {
        SaleId sale = opened(9_000, 1);
        Reservation[] held = IntStream.range(0, 9_000)
                .mapToObj(number -> Samples.one(sale, Samples.buyer(number)))
                .toArray(Reservation[]::new);
        join(gate().admit(sale, List.of(held)));

        assertThat(countSold(held)).isEqualTo(9_000);

        assertCounters(sale, 0, 0, 9_000);
    }

    @Test
    void aStampedeCountsOnce() {
        SaleId sale = opened(10, 1);
        Reservation held = Samples.one(sale, alice);
        admit(held);

        List<Integer> counted = Stampede.of(50, number -> countSold(held));

        assertThat(counted.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
        assertCounters(sale, 9, 0, 1);
    }

    @Test
    void aStampedeEitherCountsOrReleases() {
        SaleId sale = opened(10, 1);
        Reservation held = Samples.one(sale, alice);
        admit(held);

        List<Integer> changed = Stampede.of(50, number -> number % 2 == 0 ? countSold(held) : release(held));

        assertThat(changed.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
        long sold = sales().find(sale).orElseThrow().sold();
        assertCounters(sale, 10 - sold, 0, sold);
    }

    @Test
    void aStampedeOfPurchasesPaymentsAndReleasesLosesNothing() {
        SaleId sale = opened(500, 1);

        List<Boolean> paid = Stampede.of(60, number -> {
            Reservation wanted = Samples.one(sale, Samples.buyer(number));
            for (int i = 0; i < 10; i++) {
                SaleStatus status = sales().find(sale).orElseThrow();
                assertThat(status.available() + status.reserved() + status.sold())
                        .isEqualTo(500);
                if (admit(wanted) instanceof Accepted
                        && ThreadLocalRandom.current().nextBoolean()) {
                    return countSold(wanted) == 1;
                }
                release(wanted);
                wanted = Samples.one(sale, Samples.buyer(number));
            }
            return false;
        });

        long sold = paid.stream().filter(Boolean::booleanValue).count();
        assertCounters(sale, 500 - sold, 0, sold);
    }

    private int countSold(Reservation... paid) {
        return join(((SoldCount) gate()).countSold(paid[0].sale(), List.of(paid)));
    }
}
