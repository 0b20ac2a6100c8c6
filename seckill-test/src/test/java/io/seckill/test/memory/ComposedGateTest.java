package io.seckill.test.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.SaleRegistry;
import io.seckill.test.contract.AdmissionGateContract;
import io.seckill.test.contract.Samples;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComposedGateTest extends AdmissionGateContract {

    private final InMemoryStockGuard stock = new InMemoryStockGuard();
    private final ForgetfulGuard buyers = new ForgetfulGuard();
    private final SaleRegistry sales = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
    private final List<Reservation> handedOver = new CopyOnWriteArrayList<>();
    private final ComposedGate gate = new ComposedGate(sales, buyers, stock, this::handOver, Runnable::run);

    private @Nullable SeckillUnavailableException failure;
    private @Nullable Reservation failingOnly;

    private void handOver(SaleId sale, List<Reservation> reservations) {
        if (failure != null && (failingOnly == null || reservations.contains(failingOnly))) {
            throw failure;
        }
        handedOver.addAll(reservations);
    }

    @Override
    protected AdmissionGate gate() {
        return gate;
    }

    @Override
    protected SaleRegistry sales() {
        return sales;
    }

    @Override
    protected List<Reservation> handedOver(SaleId sale) {
        return handedOver.stream()
                .filter(reservation -> reservation.sale().equals(sale))
                .toList();
    }

    @Test
    void undoesEverythingWhenTheHandOverCertainlyDidNothing() {
        failure = SeckillUnavailableException.nothingChanged("broker is down", null);
        SaleId sale = opened(1, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));

        assertThat(failureOf(wanted).outcomeKnown()).isTrue();

        assertThat(stock.available(sale)).hasValue(1);
        assertThat(buyers.holdings(sale, wanted.buyer())).isEmpty();
    }

    @Test
    void handsOverAgainWhenNobodyKnowsWhetherItWas() {
        failure = SeckillUnavailableException.outcomeUnknown("no answer from the broker", null);
        SaleId sale = opened(1, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));

        assertThat(failureOf(wanted).outcomeKnown()).isFalse();
        assertThat(stock.available(sale)).hasValue(0);
        assertThat(failureOf(wanted).outcomeKnown()).isFalse();
        failure = null;

        assertThat(admit(wanted)).isEqualTo(new Accepted(wanted, true));
        assertThat(admit(wanted)).isEqualTo(new Accepted(wanted, true));
        assertThat(handedOver(sale)).containsExactly(wanted);
        assertThat(stock.available(sale)).hasValue(0);
    }

    @Test
    void neverUndoesWhatAnEarlierAttemptMayHaveHandedOver() {
        failure = SeckillUnavailableException.outcomeUnknown("no answer from the broker", null);
        SaleId sale = opened(1, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));
        failureOf(wanted);
        failure = SeckillUnavailableException.nothingChanged("broker is down", null);

        assertThat(failureOf(wanted).outcomeKnown()).isFalse();

        assertThat(stock.available(sale)).hasValue(0);
        failure = null;
        assertThat(admit(wanted)).isEqualTo(new Accepted(wanted, true));
        assertThat(handedOver(sale)).containsExactly(wanted);
    }

    @Test
    void handsOverWhatWasMarkedWithoutAnAnswer() {
        buyers.failing = "no answer from the guard";
        SaleId sale = opened(1, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));

        assertThat(failureOf(wanted).outcomeKnown()).isFalse();
        assertThat(handedOver(sale)).isEmpty();
        buyers.failing = null;

        assertThat(admit(wanted)).isEqualTo(new Accepted(wanted, true));
        assertThat(handedOver(sale)).containsExactly(wanted);
        assertThat(stock.available(sale)).hasValue(0);
    }

    @Test
    void keepsTheStockOfAMarkThatItCannotUndo() {
        failure = SeckillUnavailableException.nothingChanged("broker is down", null);
        SaleId sale = opened(1, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));
        buyers.undoing = "guard is down";

        assertThat(failureOf(wanted).outcomeKnown()).isFalse();

        assertThat(stock.available(sale)).hasValue(0);
        failure = null;
        assertThat(admit(wanted)).isEqualTo(new Accepted(wanted, true));
        assertThat(handedOver(sale)).containsExactly(wanted);
    }

    @Test
    void doesNotCallTheOutcomeKnownWhenOnlyTheLastOfABatchCertainlyFailed() {
        SaleId sale = opened(5, 1);
        Reservation accepted = Samples.one(sale, Samples.buyer(1));
        Reservation failing = Samples.one(sale, Samples.buyer(2));
        failingOnly = failing;
        failure = SeckillUnavailableException.nothingChanged("the outbox is full", null);

        assertThat(failureOf(accepted, failing).outcomeKnown()).isFalse();

        assertThat(handedOver(sale)).containsExactly(accepted);
        assertThat(stock.available(sale)).hasValue(4);
    }

    private SeckillUnavailableException failureOf(Reservation... wanted) {
        return (SeckillUnavailableException) catchThrowableOfType(
                        CompletionException.class,
                        () -> gate.admit(wanted[0].sale(), List.of(wanted))
                                .toCompletableFuture()
                                .join())
                .getCause();
    }

    @Test
    void announcesStockThatCameBack() {
        List<SaleId> announced = new ArrayList<>();
        gate.onStockReturned(announced::add);
        SaleId sale = opened(1, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));
        admit(wanted);

        gate.release(sale, List.of(wanted), ReleaseReason.CANCELLED_BY_BUYER);

        assertThat(announced).containsExactly(sale);
    }

    /** Loses its answers, or cannot undo, when it is told so. */
    private static final class ForgetfulGuard implements OnePerUserGuard {

        private final OnePerUserGuard guard = new InMemoryOnePerUserGuard();
        private @Nullable String failing;
        private @Nullable String undoing;

        @Override
        public Mark tryMark(Reservation reservation, int limit) {
            Mark mark = guard.tryMark(reservation, limit);
            if (failing != null) {
                throw SeckillUnavailableException.outcomeUnknown(failing, null);
            }
            return mark;
        }

        @Override
        public Optional<Reservation> unmark(Reservation reservation, ReleaseReason reason) {
            return guard.unmark(reservation, reason);
        }

        @Override
        public void undo(Reservation reservation) {
            if (undoing != null) {
                throw SeckillUnavailableException.nothingChanged(undoing, null);
            }
            guard.undo(reservation);
        }

        @Override
        public List<Holding> holdings(SaleId sale, BuyerId buyer) {
            return guard.holdings(sale, buyer);
        }
    }
}
