package io.seckill.relay;

import io.seckill.event.Events;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderSink;
import io.seckill.spi.Outbox;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SinkUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves reservations from an outbox to an order sink, at least once, until stopped. Several relays, on one node or many, share the work.
 *
 * <ul>
 *   <li>Stored, now or before: done.
 *   <li>Refused: the gate releases the reservation, then it is done. A release that fails is tried again.
 *   <li>Failed: it waits aside with growing pauses, and after {@link RelayConfig#maxAttempts()} counted failures it alone goes to the
 *       dead letters.
 *   <li>The sink is out of order, or all of several reservations fail: nothing is counted, and everything is tried again until it works.
 * </ul>
 *
 * <p>A sink should throw {@link SinkUnavailableException} for an outage: otherwise a reservation that fails alone, as at low load, is
 * given up after {@code maxAttempts}, about two minutes with the defaults.
 *
 * <p>Whatever is thrown by the sink, the gate or the outbox, the relay goes on; what it cannot reach of the outbox does not hold up the
 * other partitions. Thread-safe; can be started again after a stop.
 *
 * @since 0.1
 */
public final class OrderRelay implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OrderRelay.class);
    private static final Duration DRAIN_LOOK = Duration.ofMillis(20);

    private final Outbox outbox;
    private final OrderSink sink;
    private final AdmissionGate gate;
    private final SeckillMetrics metrics;
    private final Events events;
    private final RelayConfig config;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Crew crew;

    /** Makes a relay that nobody listens to; it does nothing until {@link #start() started}. */
    public OrderRelay(Outbox outbox, OrderSink sink, AdmissionGate gate, SeckillMetrics metrics, RelayConfig config) {
        this(outbox, sink, gate, metrics, Events.NONE, config);
    }

    /**
     * Makes a relay; it does nothing until {@link #start() started}.
     *
     * @param events is told what was stored, refused and given up
     */
    public OrderRelay(
            Outbox outbox,
            OrderSink sink,
            AdmissionGate gate,
            SeckillMetrics metrics,
            Events events,
            RelayConfig config) {
        this.outbox = outbox;
        this.sink = sink;
        this.gate = gate;
        this.metrics = metrics;
        this.events = events;
        this.config = config;
    }

    /** Starts the workers. Returns whether this call did; false if they were running. */
    public boolean start() {
        lock.lock();
        try {
            if (crew != null) {
                return false;
            }
            Crew started = new Crew(config, outbox, sink, gate, metrics, events, log);
            started.start();
            crew = started;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stops between batches and hands everything else back for other nodes. Waits for the batches in work, then interrupts them, so that
     * it returns about {@link RelayConfig#stopWithin()} later at the latest. Does nothing if the relay is not running.
     */
    public void stop() {
        lock.lock();
        try {
            Crew running = crew;
            crew = null;
            if (running != null) {
                running.stop();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Stops. */
    @Override
    public void close() {
        stop();
    }

    /**
     * Works until the outbox is empty, whoever else works on it too. Starts the relay for that time if it is not running.
     *
     * @param timeout how long to work at most
     * @return whether the outbox is empty; false after the timeout or when interrupted
     */
    public boolean drain(Duration timeout) {
        boolean startedHere = start();
        try {
            return drained(System.nanoTime() + timeout.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            if (startedHere) {
                stop();
            }
        }
    }

    private boolean drained(long deadline) throws InterruptedException {
        Crew running = crew;
        if (running != null) {
            running.schedule.signalAll();
        }
        while (!isEmpty()) {
            if (System.nanoTime() >= deadline) {
                return false;
            }
            Thread.sleep(DRAIN_LOOK.toMillis());
        }
        return true;
    }

    private boolean isEmpty() {
        try {
            for (int partition = 0; partition < outbox.partitions(); partition++) {
                if (outbox.backlog(partition).parcels() > 0) {
                    return false;
                }
            }
            return true;
        } catch (RuntimeException e) {
            log.debug("Could not look into the outbox while draining", e);
            return false;
        }
    }

    /** Returns how the relay is doing. */
    public RelayStatus status() {
        Crew running = crew;
        return running == null
                ? new RelayStatus(false, Optional.empty(), 0, 0)
                : new RelayStatus(true, running.health.failing(), running.inWork(), running.waiting());
    }
}
