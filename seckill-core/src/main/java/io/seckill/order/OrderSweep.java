package io.seckill.order;

import io.seckill.Order;
import io.seckill.SeckillListener;
import io.seckill.internal.Trouble;
import io.seckill.spi.LatePaymentHandler;
import io.seckill.spi.SeckillMetrics.OrderChangeKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what time brings, until stopped. Runs on every node: the ledger gives each node other orders, so nothing is done twice.
 *
 * <ul>
 *   <li>Unpaid orders past their deadline are cancelled in batches, and their stock is for sale again.
 *   <li>Changes that the gate was not told of, since a node died or the gate was out of order, are told.
 *   <li>Payments that came too late go to the host's handler, on a thread of their own, until it has given them back.
 * </ul>
 *
 * <p>Whatever is thrown by the ledger, the gate or the handler, the sweep goes on, with growing pauses. Thread-safe; can be started again
 * after a stop.
 *
 * @since 0.1
 */
public final class OrderSweep implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OrderSweep.class);

    /** A gate has its own, shorter deadline; this one is for gates that have none. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

    private final OrderDesk desk;
    private final SweepConfig config;
    private final Optional<Refunds> refunds;
    private final Trouble lateTrouble = new Trouble(log, "order ledger, when asked for late payments,");
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Running running;

    private record Running(List<Rounds> rounds, List<Thread> threads) {}

    /**
     * Makes a sweep; it does nothing until {@link #start() started}.
     *
     * @param desk whose ledger is swept
     * @param handler gives late payments back; without one they wait in {@link OrderDesk#latePayments}
     * @param config when, and how much at once
     */
    public OrderSweep(OrderDesk desk, Optional<LatePaymentHandler> handler, SweepConfig config) {
        this.desk = desk;
        this.config = config;
        this.refunds = handler.map(each -> new Refunds(desk.ledger, each, desk.metrics, config.claim()));
    }

    /** Starts sweeping. Returns whether this call did; false if it was running. */
    public boolean start() {
        lock.lock();
        try {
            if (running != null) {
                return false;
            }
            List<Rounds> rounds = new ArrayList<>();
            rounds.add(new Rounds(config, this::sweep, desk.news.ledgerTrouble));
            if (refunds.isPresent()) {
                Rounds late = new Rounds(config, refunds.get(), lateTrouble);
                rounds.add(late);
                desk.onLatePayment(late::ring);
            }
            List<Thread> threads =
                    rounds.stream().map(config.threads()::newThread).toList();
            running = new Running(rounds, threads);
            threads.forEach(Thread::start);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Throws if the ledger fails; returns false if the gate did. */
    private boolean sweep(BooleanSupplier stopping) {
        boolean expiredTold = repeat(stopping, this::expire);
        return repeat(stopping, this::tellUntold) && expiredTold;
    }

    /** What one step did: how many orders, and whether the gate knows. */
    private record Step(int orders, boolean told) {}

    /** Repeats a step until it finds less than a batch, or the gate fails. */
    private boolean repeat(BooleanSupplier stopping, Supplier<Step> step) {
        Step last;
        do {
            last = step.get();
        } while (last.told && last.orders >= config.batch() && !stopping.getAsBoolean());
        return last.told;
    }

    private Step expire() {
        List<Order> expired = desk.ledger.expire(config.batch());
        if (!expired.isEmpty()) {
            log.debug("Cancelled {} orders that were not paid in time", expired.size());
        }
        return new Step(
                expired.size(),
                expired.isEmpty() || desk.settle(expired, OrderChangeKind.EXPIRED, SeckillListener::expired, PATIENCE));
    }

    private Step tellUntold() {
        List<Order> untold = desk.ledger.claimUntold(config.batch(), config.claim());
        if (!untold.isEmpty()) {
            log.debug("Telling the gate of {} changed orders that it may not know", untold.size());
            desk.announce(untold);
        }
        return new Step(untold.size(), untold.isEmpty() || desk.news.tell(untold, PATIENCE));
    }

    /**
     * Stops between steps; the rest is done by other nodes, or after the next start. Waits for the steps in work, then interrupts them, so
     * that it returns about {@link SweepConfig#stopWithin()} later at the latest. Does nothing if the sweep is not running.
     */
    public void stop() {
        lock.lock();
        try {
            Running now = running;
            running = null;
            if (now != null) {
                desk.onLatePayment(() -> {});
                now.rounds.forEach(Rounds::stop);
                if (!join(now.threads, config.stopWithin())) {
                    log.warn(
                            "Interrupting the sweep: the ledger, the gate or the handler of late payments did not return within {}",
                            config.stopWithin());
                    now.threads.forEach(Thread::interrupt);
                    join(now.threads, AFTER_INTERRUPT);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static boolean join(List<Thread> threads, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /** Stops. */
    @Override
    public void close() {
        stop();
    }

    /** Returns how the sweep is doing. */
    public SweepStatus status() {
        Optional<String> failing = desk.news
                .ledgerTrouble
                .failing()
                .or(desk.news.gateTrouble::failing)
                .or(lateTrouble::failing);
        return new SweepStatus(running != null, failing);
    }
}
