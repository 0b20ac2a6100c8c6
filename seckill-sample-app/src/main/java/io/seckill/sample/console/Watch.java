package io.seckill.sample.console;

import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.SaleId;
import io.seckill.Sales;
import io.seckill.reconcile.Reconciler;
import io.seckill.spi.Outbox;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Samples the shop once a second, and keeps a quarter of an hour of it; compares gate and ledger now and then. */
@Component
class Watch {

    private static final Logger log = LoggerFactory.getLogger(Watch.class);
    private static final int SAMPLES = 900;
    private static final int SALES = 50;
    private static final int THREADS = 2;
    private static final long A_SECOND = Duration.ofSeconds(1).toNanos();
    private static final long SHORTEST_PAUSE = Duration.ofSeconds(10).toNanos();
    private static final int PAUSE_PER_WORK = 20;

    private final long start = System.nanoTime();
    private final Ring ring = new Ring(SAMPLES);
    private final Drifts drifts;
    private final Sampler sampler;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "console");
        thread.setDaemon(true);
        return thread;
    });

    Watch(Sales sales, Outbox outbox, Reconciler reconciler, MeterRegistry registry) {
        drifts = new Drifts(reconciler);
        sampler = new Sampler(sales, outbox, new Rates(registry), drifts, Clock.systemUTC(), SALES);
    }

    @EventListener(ApplicationReadyEvent.class)
    void start() {
        after(0, this::sample);
        after(SHORTEST_PAUSE, this::compare);
    }

    private void after(long nanos, Runnable task) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, threads).execute(task);
    }

    private void sample() {
        try {
            ring.add(sampler.take());
        } catch (RuntimeException e) { // the next second is another try
            log.debug("A second was not sampled", e);
        }
        after(A_SECOND - (System.nanoTime() - start) % A_SECOND, this::sample); // whatever this one took
    }

    /** Reads all orders of the sales shown, so it rests twenty times as long as it took. */
    private void compare() {
        long start = System.nanoTime();
        sampler.compare();
        after(Math.max(SHORTEST_PAUSE, (System.nanoTime() - start) * PAUSE_PER_WORK), this::compare);
    }

    /** Returns the figures later than this, with the stock of one sale. */
    FiguresView after(Instant instant, Optional<SaleId> sale) {
        return FiguresView.of(ring.after(instant), sampler.shown(sale), drifts, sale);
    }

    @EventListener(ContextClosedEvent.class)
    void stop() {
        threads.shutdownNow();
    }
}
