package io.seckill.test.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Reason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.gate.LockedGate;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.memory.InMemoryStripedLock;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.SaleRegistry;
import io.seckill.test.contract.AdmissionGateContract;
import io.seckill.test.contract.Samples;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class LockedGateTest extends AdmissionGateContract {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final InMemoryStockGuard stock = new InMemoryStockGuard();
    private final SaleRegistry sales = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
    private final List<Reservation> handedOver = new CopyOnWriteArrayList<>();
    private final DistributedLock lock = new InMemoryStripedLock();
    private final List<Boolean> freeAtHandOver = new ArrayList<>();
    private final AdmissionGate composed =
            new ComposedGate(sales, new InMemoryOnePerUserGuard(), stock, this::handOver, Runnable::run);
    private final LockedGate gate = behind(lock, Duration.ofSeconds(30));

    private LockedGate behind(DistributedLock someLock, Duration maxWait) {
        return new LockedGate(composed, someLock, maxWait, Optional.of(LEASE), Runnable::run);
    }

    private void handOver(SaleId sale, List<Reservation> reservations) {
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
    void isBusyForABuyerWhoseLockIsHeldAndForNobodyElse() throws InterruptedException {
        SaleId sale = opened(5, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));
        Reservation other = Samples.one(sale, Samples.buyer(2));
        LockedGate hasty = behind(lock, Duration.ZERO);

        try (Lease held = lockOf(wanted)) {
            assertThat(decisions(hasty, wanted, other)).first().isEqualTo(PurchaseResult.Rejected.because(Reason.BUSY));
            assertThat(handedOver(sale)).containsExactly(other);
        }

        assertThat(decisions(hasty, wanted)).containsExactly(new PurchaseResult.Accepted(wanted, false));
    }

    @Test
    void holdsTheLockUntilThePurchaseIsHandedOver() {
        SaleId sale = opened(5, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));
        AdmissionGate watching = new ComposedGate(
                sales,
                new InMemoryOnePerUserGuard(),
                stock,
                (id, reservations) -> freeAtHandOver.add(isFree(wanted)),
                Runnable::run);

        decisions(new LockedGate(watching, lock, Duration.ZERO, Optional.empty(), Runnable::run), wanted);

        assertThat(freeAtHandOver).containsExactly(false);
        assertThat(isFree(wanted)).isTrue();
    }

    @Test
    void decidesNothingWhenNobodyKnowsWhetherTheLockIsHeld() {
        SaleId sale = opened(5, 1);
        LockedGate gateBehindBrokenLock = behind(
                request -> {
                    throw SeckillUnavailableException.outcomeUnknown("no answer from the lock server", null);
                },
                Duration.ZERO);

        SeckillUnavailableException failure = failureOf(gateBehindBrokenLock, Samples.one(sale, Samples.buyer(1)));

        assertThat(failure.outcomeKnown()).isTrue();
        assertThat(stock.available(sale)).hasValue(5);
    }

    @Test
    void decidesNothingForAnInterruptedThreadAndLeavesItInterrupted() {
        SaleId sale = opened(5, 1);
        Thread.currentThread().interrupt();

        SeckillUnavailableException failure = failureOf(gate, Samples.one(sale, Samples.buyer(1)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.outcomeKnown()).isTrue();
        assertThat(stock.available(sale)).hasValue(5);
    }

    @Test
    void tellsTheFailureOfTheGateBehindAndFreesTheLock() {
        SaleId sale = opened(5, 1);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));
        AdmissionGate failing = new ComposedGate(
                sales,
                new InMemoryOnePerUserGuard(),
                stock,
                (id, reservations) -> {
                    throw SeckillUnavailableException.outcomeUnknown("no answer from the broker", null);
                },
                Runnable::run);

        SeckillUnavailableException failure =
                failureOf(new LockedGate(failing, lock, Duration.ZERO, Optional.of(LEASE), Runnable::run), wanted);

        assertThat(failure.outcomeKnown()).isFalse();
        assertThat(isFree(wanted)).isTrue();
    }

    private Lease lockOf(Reservation wanted) throws InterruptedException {
        return lock.tryLock(wanted.sale() + ":" + wanted.buyer(), Duration.ZERO, LEASE)
                .orElseThrow();
    }

    private boolean isFree(Reservation wanted) {
        try (Lease held = lockOf(wanted)) {
            return held.isHeld();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } catch (NoSuchElementException held) {
            return false;
        }
    }

    private static List<PurchaseResult> decisions(AdmissionGate gate, Reservation... wanted) {
        return gate.admit(wanted[0].sale(), List.of(wanted))
                .toCompletableFuture()
                .join();
    }

    private static SeckillUnavailableException failureOf(AdmissionGate gate, Reservation wanted) {
        return (SeckillUnavailableException)
                catchThrowableOfType(CompletionException.class, () -> decisions(gate, wanted))
                        .getCause();
    }
}
