package io.seckill.engine;

import io.seckill.PurchaseResult;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SeckillMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What all lanes share, and how a purchase is settled: once, counted, and never with foreign code on an I/O thread.
 *
 * @param unwatched set when the engine has closed and nobody watches deadlines any more: whatever still comes is settled at once
 * @param memory is told all answers of the gate before their callers are, also those that came too late for them
 * @param news is told the same afterwards, so that whatever goes wrong there, the callers have their answers
 */
record LaneContext(
        AdmissionGate gate,
        SeckillMetrics metrics,
        EngineConfig config,
        Executor callbacks,
        AtomicBoolean unwatched,
        Consumer<List<PurchaseResult>> memory,
        Consumer<List<PurchaseResult>> news) {

    String expired() {
        return "the purchase waited " + config.deadline().toMillis() + " ms";
    }

    void settle(List<Pending> purchases, List<PurchaseResult> results) {
        memory.accept(results);
        List<Pending> settled = new ArrayList<>(purchases.size());
        for (int i = 0; i < purchases.size(); i++) {
            if (purchases.get(i).settle(results.get(i))) {
                metrics.purchased(results.get(i));
                settled.add(purchases.get(i));
            }
        }
        announce(settled);
        news.accept(results);
    }

    void fail(List<Pending> purchases, SeckillUnavailableException failure) {
        announce(purchases.stream()
                .filter(purchase -> purchase.settle(failure.forOrder(purchase.wanted.order())))
                .peek(purchase -> metrics.purchaseFailed(failure.outcomeKnown()))
                .toList());
    }

    void giveUp(List<Pending> purchases, String why) {
        announce(purchases.stream().filter(purchase -> giveUp(purchase, why)).toList());
    }

    /** Settles one without an answer and counts it; the caller announces it if it must. */
    boolean giveUp(Pending purchase, String why) {
        boolean settled = purchase.giveUp(why);
        if (settled) {
            metrics.purchaseFailed(
                    ((SeckillUnavailableException) Objects.requireNonNull(purchase.outcome())).outcomeKnown());
        }
        return settled;
    }

    private void announce(List<Pending> settled) {
        for (Pending purchase : settled) {
            if (!purchase.runsForeignCode() || !handedOver(purchase)) {
                purchase.announce();
            }
        }
    }

    /** One task for each purchase: a caller's code that blocks delays no other caller. */
    private boolean handedOver(Pending purchase) {
        try {
            callbacks.execute(purchase::announce);
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            return false;
        }
    }
}
