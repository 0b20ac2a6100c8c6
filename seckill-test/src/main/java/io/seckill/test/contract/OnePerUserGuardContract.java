package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.OrderId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.OnePerUserGuard.Mark;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What every {@link OnePerUserGuard} promises.
 *
 * @since 0.1
 */
public abstract class OnePerUserGuardContract {

    private final SaleId sale = Samples.saleId();
    private final BuyerId buyer = Samples.buyer(1);

    /** Returns the guard under test; the same one, or one that shares its state, at every call. */
    protected abstract OnePerUserGuard guard();

    @Test
    void marksABuyerOnce() {
        Reservation first = Samples.one(sale, buyer);

        assertThat(guard().tryMark(first, 1)).isEqualTo(new Mark.Marked());
        assertThat(guard().tryMark(Samples.one(sale, buyer), 1)).isEqualTo(new Mark.LimitReached(List.of(first)));
        assertThat(guard().holdings(sale, buyer)).containsExactly(live(first));
    }

    @Test
    void marksOtherBuyersAndOtherSales() {
        guard().tryMark(Samples.one(sale, buyer), 1);

        assertThat(guard().tryMark(Samples.one(sale, Samples.buyer(2)), 1)).isEqualTo(new Mark.Marked());
        assertThat(guard().tryMark(Samples.one(Samples.saleId(), buyer), 1)).isEqualTo(new Mark.Marked());
    }

    @Test
    void countsItemsAgainstTheLimit() {
        Reservation two = Samples.wish(sale, buyer, 2);

        assertThat(guard().tryMark(two, 3)).isEqualTo(new Mark.Marked());
        assertThat(guard().tryMark(Samples.wish(sale, buyer, 2), 3)).isEqualTo(new Mark.LimitReached(List.of(two)));
        assertThat(guard().tryMark(Samples.one(sale, buyer), 3)).isEqualTo(new Mark.Marked());
    }

    @Test
    void marksNothingAboveTheLimitEvenForANewBuyer() {
        assertThat(guard().tryMark(Samples.wish(sale, buyer, 2), 1)).isEqualTo(new Mark.LimitReached(List.of()));
        assertThat(guard().holdings(sale, buyer)).isEmpty();
    }

    @Test
    void knowsAnOrderIdAgain() {
        Reservation first = Samples.wish(sale, buyer, 2);
        guard().tryMark(first, 5);

        assertThat(guard().tryMark(first, 5)).isEqualTo(new Mark.Known(live(first)));
    }

    @Test
    void knowsARequestKeyAgain() {
        Reservation first = Samples.keyed(sale, buyer, "form-1");
        guard().tryMark(first, 5);

        assertThat(guard().tryMark(Samples.keyed(sale, buyer, "form-1"), 5)).isEqualTo(new Mark.Known(live(first)));
        assertThat(guard().tryMark(Samples.keyed(sale, buyer, "form-2"), 5)).isEqualTo(new Mark.Marked());
    }

    @Test
    void unmarksOnceAndRemembersIt() {
        Reservation first = Samples.wish(sale, buyer, 2);
        guard().tryMark(first, 2);
        Reservation asFoundByOrderId = Reservation.of(sale, buyer, first.order(), 1);

        assertThat(guard().unmark(asFoundByOrderId, ReleaseReason.CANCELLED_BY_BUYER))
                .hasValue(first);
        assertThat(guard().unmark(asFoundByOrderId, ReleaseReason.NO_STOCK)).isEmpty();

        Holding released = new Holding(first, Optional.of(ReleaseReason.CANCELLED_BY_BUYER));
        assertThat(guard().tryMark(first, 2)).isEqualTo(new Mark.Known(released));
        Reservation second = Samples.wish(sale, buyer, 2);
        assertThat(guard().tryMark(second, 2)).isEqualTo(new Mark.Marked());
        assertThat(guard().holdings(sale, buyer)).containsExactly(released, live(second));
    }

    @Test
    void unmarksNothingThatWasNotMarked() {
        Reservation marked = Samples.one(sale, buyer);
        guard().tryMark(marked, 1);

        assertThat(guard().unmark(Samples.one(sale, buyer), ReleaseReason.CANCELLED_BY_BUYER))
                .isEmpty();
        assertThat(guard().unmark(Samples.one(sale, Samples.buyer(2)), ReleaseReason.CANCELLED_BY_BUYER))
                .isEmpty();
        assertThat(guard().holdings(sale, buyer)).containsExactly(live(marked));
    }

    @Test
    void undoingLeavesNoTrace() {
        Reservation kept = Samples.one(sale, buyer);
        Reservation undone = Samples.one(sale, buyer);
        guard().tryMark(kept, 2);
        guard().tryMark(undone, 2);

        guard().undo(undone);
        guard().undo(Samples.one(sale, Samples.buyer(2)));

        assertThat(guard().holdings(sale, buyer)).containsExactly(live(kept));
        assertThat(guard().tryMark(undone, 2)).isEqualTo(new Mark.Marked());
    }

    @Test
    void undoingKeepsWhatWasReleased() {
        Reservation released = Samples.one(sale, buyer);
        guard().tryMark(released, 1);
        guard().unmark(released, ReleaseReason.CANCELLED_BY_BUYER);

        guard().undo(released);

        assertThat(guard().holdings(sale, buyer))
                .containsExactly(new Holding(released, Optional.of(ReleaseReason.CANCELLED_BY_BUYER)));
    }

    @Test
    void aStampedeOfOneBuyerMarksUpToTheLimit() {
        List<Mark> marks = Stampede.of(50, number -> guard().tryMark(Samples.one(sale, buyer), 3));

        assertThat(marks.stream().filter(Mark.Marked.class::isInstance)).hasSize(3);
        assertThat(guard().holdings(sale, buyer)).hasSize(3);
    }

    @Test
    void aStampedeWithOneOrderIdMarksOnce() {
        OrderId order = Samples.orderId();

        List<Mark> marks = Stampede.of(50, number -> guard().tryMark(Reservation.of(sale, buyer, order, 1), 50));

        assertThat(marks.stream().filter(Mark.Marked.class::isInstance)).hasSize(1);
        assertThat(guard().holdings(sale, buyer)).hasSize(1);
    }

    @Test
    void aStampedeUnmarksOnce() {
        Reservation marked = Samples.one(sale, buyer);
        guard().tryMark(marked, 1);

        List<Optional<Reservation>> freed =
                Stampede.of(50, number -> guard().unmark(marked, ReleaseReason.CANCELLED_BY_BUYER));

        assertThat(freed.stream().filter(Optional::isPresent)).hasSize(1);
    }

    private static Holding live(Reservation reservation) {
        return new Holding(reservation, Optional.empty());
    }
}
