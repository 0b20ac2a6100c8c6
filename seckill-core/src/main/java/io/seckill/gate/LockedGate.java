package io.seckill.gate;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import io.seckill.spi.StockReturns;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A gate behind a lock for each buyer of a sale: purchases of one buyer are decided one after the other, also on several JVMs. Whatever
 * the gate behind it commits is committed before the lock is given back.
 *
 * <p>A purchase that does not get its lock in time is rejected as {@link Reason#BUSY} and never decided. The lock spares a composed gate
 * the meeting of two halves; that nothing is oversold and no limit exceeded is still the guards' doing, since a lock can be lost.
 *
 * @since 0.1
 */
public final class LockedGate implements AdmissionGate, StockReturns {

    private final AdmissionGate gate;
    private final DistributedLock lock;
    private final Duration maxWait;
    private final Optional<Duration> lease;
    private final Executor executor;

    /**
     * Puts a lock before a gate.
     *
     * @param maxWait how long a purchase waits for its lock; in a sale usually zero
     * @param lease how long a lock is held at most, two or three times what 99 of 100 decisions take; empty to renew it until it is closed
     * @param executor runs what blocks, and waits for the gate behind, which therefore must not need a thread of the same bounded pool
     */
    public LockedGate(
            AdmissionGate gate, DistributedLock lock, Duration maxWait, Optional<Duration> lease, Executor executor) {
        this.gate = gate;
        this.lock = lock;
        this.maxWait = maxWait;
        this.lease = lease;
        this.executor = executor;
    }

    @Override
    public CompletionStage<List<PurchaseResult>> admit(SaleId sale, List<Reservation> wanted) {
        return CompletableFuture.supplyAsync(() -> OneByOne.decide(wanted, this::admit), executor);
    }

    private PurchaseResult admit(Reservation wanted) {
        String name = wanted.sale() + ":" + wanted.buyer();
        Optional<Lease> held = acquire(new LockRequest(name, maxWait, lease));
        if (held.isEmpty()) {
            return Rejected.because(Reason.BUSY);
        }
        try (Lease closing = held.get()) {
            return gate.admit(wanted.sale(), List.of(wanted))
                    .toCompletableFuture()
                    .join()
                    .get(0);
        } catch (CompletionException e) {
            throw e.getCause() instanceof SeckillUnavailableException unavailable ? unavailable : e;
        }
    }

    private Optional<Lease> acquire(LockRequest request) {
        try {
            return lock.tryLock(request);
        } catch (SeckillUnavailableException e) {
            throw SeckillUnavailableException.nothingChanged("no lock to be had for " + request.name(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SeckillUnavailableException.nothingChanged("interrupted before " + request.name() + " was locked", e);
        }
    }

    @Override
    public CompletionStage<Integer> release(SaleId sale, List<Reservation> reservations, ReleaseReason reason) {
        return gate.release(sale, reservations, reason);
    }

    @Override
    public CompletionStage<List<Holding>> holdings(SaleId sale, BuyerId buyer) {
        return gate.holdings(sale, buyer);
    }

    @Override
    public Subscription onStockReturned(Consumer<SaleId> listener) {
        return gate instanceof StockReturns returns ? returns.onStockReturned(listener) : () -> {};
    }
}
