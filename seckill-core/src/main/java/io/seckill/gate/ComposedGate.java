package io.seckill.gate;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.OrderId;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.OnePerUserGuard.Mark;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.spi.StockReturns;
import io.seckill.spi.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A gate of three parts: it marks the buyer's slots, takes the stock and hands the reservation over, and undoes the earlier parts when
 * a later one says no.
 *
 * <p>Never oversells and never exceeds a limit, since each part is atomic in itself. Weaker than a fused gate in three ways: a crash
 * between the parts leaves stock or slots held for nobody; a purchase that passed the window check just before a pause may still be
 * accepted after it; and two purchases of one buyer at the same instant on two JVMs may see each other's unfinished mark. Within one
 * JVM, purchases of one buyer wait for each other, so the last cannot happen there.
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
    private final List<Consumer<SaleId>> listeners = new CopyOnWriteArrayList<>();

    /**
     * Puts a gate together.
     *
     * @param sales where windows, states and limits come from
     * @param buyers the per-buyer half
     * @param stock the stock half
     * @param handOver takes what was accepted, such as {@code outbox::append}; if it throws, the purchase is undone
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
                    return wanted.stream().map(one -> admit(status, one)).toList();
                },
                executor);
    }

    private PurchaseResult admit(Optional<SaleStatus> status, Reservation wanted) {
        if (status.isEmpty()) {
            return Rejected.because(Reason.UNKNOWN_SALE);
        }
        Lock stripe = stripes[
                Math.floorMod(31 * wanted.sale().hashCode() + wanted.buyer().hashCode(), STRIPES)];
        stripe.lock();
        try {
            Optional<Reason> closed = closed(status.get());
            return closed.isPresent()
                    ? known(wanted).map(ComposedGate::again).orElse(Rejected.because(closed.get()))
                    : markAndTake(wanted, status.get().sale().limit());
        } finally {
            stripe.unlock();
        }
    }

    private PurchaseResult markAndTake(Reservation wanted, int limit) {
        Mark mark = buyers.tryMark(wanted, limit);
        if (mark instanceof Mark.Known known) {
            return again(known.holding());
        }
        if (mark instanceof Mark.LimitReached reached) {
            List<OrderId> held = reached.live().stream().map(Reservation::order).toList();
            return new Rejected(Reason.LIMIT_REACHED, held);
        }
        return take(wanted);
    }

    private PurchaseResult take(Reservation wanted) {
        boolean taken = false;
        boolean done = false;
        try {
            taken = stock.tryTake(wanted.sale(), wanted.quantity()).isPresent();
            if (!taken) {
                boolean counted = stock.available(wanted.sale()).isPresent();
                return Rejected.because(counted ? Reason.SOLD_OUT : Reason.UNKNOWN_SALE);
            }
            handOver.accept(wanted.sale(), List.of(wanted));
            done = true;
            return new Accepted(wanted, false);
        } finally {
            if (!done) {
                undo(wanted, taken);
            }
        }
    }

    private void undo(Reservation wanted, boolean taken) {
        buyers.undo(wanted);
        if (taken) {
            giveBack(wanted.sale(), wanted.quantity());
        }
    }

    private Optional<Holding> known(Reservation wanted) {
        return buyers.holdings(wanted.sale(), wanted.buyer()).stream()
                .filter(holding -> holding.reservation().order().equals(wanted.order())
                        || wanted.requestKey().isPresent()
                                && wanted.requestKey()
                                        .equals(holding.reservation().requestKey()))
                .findFirst();
    }

    private static PurchaseResult again(Holding holding) {
        return holding.live() ? new Accepted(holding.reservation(), true) : Rejected.because(Reason.RELEASED);
    }

    private static Optional<Reason> closed(SaleStatus status) {
        if (status.state() == SaleState.CLOSED
                || !status.serverTime().isBefore(status.sale().closes())) {
            return Optional.of(Reason.ENDED);
        }
        if (status.state() == SaleState.PAUSED) {
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
        freed.ifPresent(held -> giveBack(held.sale(), held.quantity()));
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
