package io.seckill.gate;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.OnePerUserGuard.Mark;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.spi.StockReturns;
import io.seckill.spi.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A gate of three parts: it takes the stock, marks the buyer's slots and hands the reservation over, and undoes the earlier parts when a
 * later one says no.
 *
 * <p>Never sells more than the stock guard counts and never lets a buyer hold more than the limit, since each part is atomic in itself.
 * Weaker than a fused gate all the same:
 *
 * <ul>
 *   <li>A crash between the parts, or a part that fails without saying whether it took effect, can leave stock or slots held for
 *       nobody.
 *   <li>What may not have been handed over is handed over when the caller asks again, but only by the JVM that knows of it. Another one,
 *       or the same after a crash, answers that it was accepted before, and no order comes of it.
 *   <li>A purchase that passed the window check just before a pause may still be accepted after it.
 *   <li>Two purchases of one buyer at the same instant on two JVMs may each see the other's half. Within one JVM they wait for each
 *       other.
 * </ul>
 *
 * @since 0.1
 */
public final class ComposedGate implements AdmissionGate, StockReturns {

    private static final int STRIPES = 1024;

    private final SaleRegistry sales;
    private final OnePerUserGuard buyers;
    private final StockGuard stock;
    private final BiConsumer<SaleId, List<Reservation>> handOver;
    private final Executor executor;
    private final Lock[] stripes =
            Stream.generate(ReentrantLock::new).limit(STRIPES).toArray(Lock[]::new);
    /** Perhaps marked, and not known to be handed over. */
    private final Set<Reservation> unsure = ConcurrentHashMap.newKeySet();

    private final List<Consumer<SaleId>> listeners = new CopyOnWriteArrayList<>();

    /**
     * Puts a gate together.
     *
     * @param sales where windows, states and limits come from
     * @param buyers the per-buyer half
     * @param stock the stock half
     * @param handOver takes what was accepted, such as {@code outbox::append}; if it throws that nothing
     *     changed, the purchase is undone
     * @param executor runs the blocking calls; {@code Runnable::run} where the parts do no I/O
     */
    public ComposedGate(
            SaleRegistry sales,
            OnePerUserGuard buyers,
            StockGuard stock,
            BiConsumer<SaleId, List<Reservation>> handOver,
            Executor executor) {
        this.sales = sales;
        this.buyers = buyers;
        this.stock = stock;
        this.handOver = handOver;
        this.executor = executor;
    }

    @Override
    public CompletionStage<List<PurchaseResult>> admit(SaleId sale, List<Reservation> wanted) {
        return CompletableFuture.supplyAsync(
                () -> {
                    Optional<SaleStatus> status = sales.find(sale);
                    return OneByOne.decide(wanted, one -> decide(status, one));
                },
                executor);
    }

    private PurchaseResult decide(Optional<SaleStatus> status, Reservation wanted) {
        if (status.isEmpty()) {
            return Rejected.because(Reason.UNKNOWN_SALE);
        }
        Lock stripe = stripes[
                Math.floorMod(31 * wanted.sale().hashCode() + wanted.buyer().hashCode(), STRIPES)];
        stripe.lock();
        try {
            return decide(status.get(), wanted);
        } finally {
            stripe.unlock();
        }
    }

    private PurchaseResult decide(SaleStatus status, Reservation wanted) {
        List<Holding> held = buyers.holdings(wanted.sale(), wanted.buyer());
        Optional<Holding> known = held.stream()
                .filter(holding -> wanted.repeats(holding.reservation()))
                .findFirst();
        if (known.isPresent()) {
            return again(known.get());
        }
        Optional<Reason> closed = closed(status);
        if (closed.isPresent()) {
            return Rejected.because(closed.get());
        }
        List<Reservation> live =
                held.stream().filter(Holding::live).map(Holding::reservation).toList();
        int items = live.stream().mapToInt(Reservation::quantity).sum();
        return items + wanted.quantity() > status.sale().limit()
                ? limitReached(live)
                : take(wanted, status.sale().limit());
    }

    private PurchaseResult take(Reservation wanted, int limit) {
        if (stock.tryTake(wanted.sale(), wanted.quantity()).isEmpty()) {
            boolean counted = stock.available(wanted.sale()).isPresent();
            return Rejected.because(counted ? Reason.SOLD_OUT : Reason.UNKNOWN_SALE);
        }
        unsure.add(wanted);
        Mark mark = tryMark(wanted, limit);
        if (mark instanceof Mark.Marked) {
            handOver(wanted);
            return new Accepted(wanted, false);
        }
        forget(wanted);
        return mark instanceof Mark.Known other
                ? again(other.holding())
                : limitReached(((Mark.LimitReached) mark).live());
    }

    private Mark tryMark(Reservation wanted, int limit) {
        try {
            return buyers.tryMark(wanted, limit);
        } catch (SeckillUnavailableException e) {
            if (e.outcomeKnown()) {
                forget(wanted);
            }
            throw e;
        }
    }

    private void handOver(Reservation marked) {
        try {
            handOver.accept(marked.sale(), List.of(marked));
        } catch (SeckillUnavailableException e) {
            if (e.outcomeKnown()) {
                undo(marked, e);
            }
            throw e;
        }
        unsure.remove(marked);
    }

    /** Mark and stock go together: if it is not certain that the mark is gone, the stock stays held with it. */
    private void undo(Reservation marked, SeckillUnavailableException why) {
        try {
            buyers.undo(marked);
        } catch (SeckillUnavailableException e) {
            e.addSuppressed(why);
            throw SeckillUnavailableException.outcomeUnknown("what was not handed over could not be undone", e);
        }
        forget(marked);
    }

    private void forget(Reservation taken) {
        unsure.remove(taken);
        giveBack(taken.sale(), taken.quantity());
    }

    /** An earlier attempt may have been handed over, so a failure of this one proves nothing, and nothing is undone. */
    private void handOverAgain(Reservation marked) {
        try {
            handOver.accept(marked.sale(), List.of(marked));
        } catch (SeckillUnavailableException e) {
            throw SeckillUnavailableException.outcomeUnknown("handing over again failed: " + e.getMessage(), e);
        }
        unsure.remove(marked);
    }

    private static PurchaseResult limitReached(List<Reservation> live) {
        return new Rejected(
                Reason.LIMIT_REACHED, live.stream().map(Reservation::order).toList());
    }

    private PurchaseResult again(Holding holding) {
        if (!holding.live()) {
            return Rejected.because(Reason.RELEASED);
        }
        if (unsure.contains(holding.reservation())) {
            handOverAgain(holding.reservation());
        }
        return new Accepted(holding.reservation(), true);
    }

    private static Optional<Reason> closed(SaleStatus status) {
        if (status.state().isOver()
                || !status.serverTime().isBefore(status.sale().closes())) {
            return Optional.of(Reason.ENDED);
        }
        if (status.state() != SaleState.OPEN) {
            return Optional.of(Reason.PAUSED);
        }
        return status.serverTime().isBefore(status.sale().opens()) ? Optional.of(Reason.NOT_STARTED) : Optional.empty();
    }

    @Override
    public CompletionStage<Integer> release(SaleId sale, List<Reservation> reservations, ReleaseReason reason) {
        return CompletableFuture.supplyAsync(
                () -> (int) reservations.stream()
                        .filter(reservation -> release(reservation, reason))
                        .count(),
                executor);
    }

    private boolean release(Reservation reservation, ReleaseReason reason) {
        Optional<Reservation> freed = buyers.unmark(reservation, reason);
        freed.ifPresent(this::forget);
        return freed.isPresent();
    }

    private void giveBack(SaleId sale, int quantity) {
        stock.giveBack(sale, quantity);
        listeners.forEach(listener -> listener.accept(sale));
    }

    @Override
    public CompletionStage<List<Holding>> holdings(SaleId sale, BuyerId buyer) {
        return CompletableFuture.supplyAsync(() -> buyers.holdings(sale, buyer), executor);
    }

    @Override
    public Subscription onStockReturned(Consumer<SaleId> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
