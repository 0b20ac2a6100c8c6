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

/** What all lanes share, and how a purchase is settled: once, counted, and never with foreign code on an I/O thread. */
record LaneContext(AdmissionGate gate, SeckillMetrics metrics, EngineConfig config, Executor callbacks) {

    String expired() {
        return "the purchase waited " + config.deadline().toMillis() + " ms";
    }

    void settle(List<Pending> purchases, List<PurchaseResult> results) {
        List<Pending> settled = new ArrayList<>(purchases.size());
        for (int i = 0; i < purchases.size(); i++) {
            if (purchases.get(i).settle(results.get(i))) {
                metrics.purchased(results.get(i));
                settled.add(purchases.get(i));
            }
        }
        announce(settled);
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
        List<Pending> foreign = new ArrayList<>();
        for (Pending purchase : settled) {
            if (purchase.runsForeignCode()) {
                foreign.add(purchase);
            } else {
                purchase.announce();
            }
        }
        if (!foreign.isEmpty()) {
            try {
                callbacks.execute(() -> foreign.forEach(Pending::announce));
            } catch (RejectedExecutionException shutDown) {
                foreign.forEach(Pending::announce);
            }
        }
    }
}
