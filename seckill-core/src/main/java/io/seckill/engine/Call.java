package io.seckill.engine;

import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Reservation;
import io.seckill.SeckillUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One gate call under way, with the purchases that travel in it. */
final class Call {

    private enum State {
        OPEN,
        SILENT,
        ANSWERED
    }

    private final Lane lane;
    private final LaneContext context;
    private final List<Pending> purchases;
    private final long started = System.nanoTime();
    private final long announcementsBefore;
    private final AtomicBoolean slotReturned = new AtomicBoolean();
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private volatile @Nullable Thread sender = Thread.currentThread();

    Call(Lane lane, LaneContext context, List<Pending> purchases) {
        this.lane = lane;
        this.context = context;
        this.purchases = purchases;
        this.announcementsBefore = lane.latch.announcements();
    }

    void send() {
        List<Reservation> wanted = new ArrayList<>(purchases.size());
        for (Pending purchase : purchases) {
            wanted.add(purchase.wanted);
        }
        ask(wanted).whenComplete(this::answered);
        sender = null;
    }

    private CompletionStage<List<PurchaseResult>> ask(List<Reservation> wanted) {
        try {
            return context.gate().admit(lane.sale, wanted);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void answered(@Nullable List<PurchaseResult> results, @Nullable Throwable error) {
        context.metrics().admitted(purchases.size(), Duration.ofNanos(System.nanoTime() - started));
        if (results != null) {
            closeLatchIfNothingIsLeft(results);
            lane.known = !results.isEmpty() && !isUnknownSale(results.get(0));
        }
        lane.answered(this, Thread.currentThread() == sender);
        if (results != null && results.size() == purchases.size()) {
            context.settle(purchases, results);
        } else {
            context.fail(purchases, failure(results, error));
        }
    }

    private static boolean isUnknownSale(PurchaseResult result) {
        return result instanceof Rejected rejected && rejected.reason() == Reason.UNKNOWN_SALE;
    }

    private static boolean nothingLeft(PurchaseResult result) {
        return result instanceof Rejected rejected && rejected.reason() == Reason.SOLD_OUT;
    }

    /** Only a wish for one item proves that nothing at all is left. */
    private void closeLatchIfNothingIsLeft(List<PurchaseResult> results) {
        for (int i = 0; i < Math.min(results.size(), purchases.size()); i++) {
            if (nothingLeft(results.get(i)) && purchases.get(i).wanted.quantity() == 1) {
                lane.latch.close(announcementsBefore);
                return;
            }
        }
    }

    private SeckillUnavailableException failure(@Nullable List<PurchaseResult> results, @Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof SeckillUnavailableException unavailable) {
            return unavailable;
        }
        String what = cause != null
                ? "the gate failed: " + cause
                : "the gate gave " + (results == null ? "no" : results.size()) + " answers to " + purchases.size()
                        + " purchases";
        return SeckillUnavailableException.outcomeUnknown(what + " (sale " + lane.sale + ")", cause);
    }

    List<Pending> purchases() {
        return purchases;
    }

    List<Pending> late(long now) {
        return purchases.stream()
                .filter(purchase -> !purchase.isSettled() && purchase.nanosLeft(now) <= 0)
                .toList();
    }

    boolean returnSlot() {
        return slotReturned.compareAndSet(false, true);
    }

    /** Every caller has given up waiting; true the first time, unless it was answered meanwhile. */
    boolean markSilent() {
        return isDeserted() && state.compareAndSet(State.OPEN, State.SILENT);
    }

    /** Returns whether it had been given up before. */
    boolean markAnswered() {
        return state.getAndSet(State.ANSWERED) == State.SILENT;
    }

    boolean isDeserted() {
        return purchases.stream().allMatch(Pending::isSettled);
    }
}
