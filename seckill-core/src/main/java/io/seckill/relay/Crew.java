package io.seckill.relay;

import io.seckill.event.Events;
import io.seckill.relay.RelayStatus.Part;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderSink;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;

/** The threads of a relay between one start and the next stop: the workers, and one that keeps their parcels from being taken over. */
final class Crew {

    private static final long AFTER_INTERRUPT_NANOS = 1_000_000_000;

    final RelayConfig config;
    final Outbox outbox;
    final SeckillMetrics metrics;
    final Events events;
    final RelayHealth health;
    final Logger log;
    final Courier courier;
    final Releases releases;
    final Schedule schedule;
    final CountDownLatch stopping = new CountDownLatch(1);

    /** Parcels in work by partition. */
    final AtomicIntegerArray held;

    /** Held while parcels are kept or handed back, so that none is kept after it was handed back. */
    final ReentrantLock keeping = new ReentrantLock();

    private final List<Worker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<Integer> failedToKeep = new LinkedHashSet<>();
    private Subscription arrivals = () -> {};

    Crew(
            RelayConfig config,
            Outbox outbox,
            OrderSink sink,
            AdmissionGate gate,
            SeckillMetrics metrics,
            Events events,
            Logger log) {
        this.config = config;
        this.outbox = outbox;
        this.metrics = metrics;
        this.events = events;
        this.log = log;
        this.health = new RelayHealth(log);
        this.courier = new Courier(sink, metrics, events, health);
        this.releases = new Releases(gate, metrics, events, health, log);
        this.held = new AtomicIntegerArray(outbox.partitions());
        this.schedule = new Schedule(outbox.partitions(), config, partition -> held.get(partition) > 0);
    }

    void start() {
        for (int i = 0; i < config.workers(); i++) {
            Worker worker = new Worker(this);
            workers.add(worker);
            threads.add(config.threads().newThread(worker));
        }
        threads.add(config.threads().newThread(this::keep));
        arrivals = outbox.onArrival(schedule::signal);
        threads.forEach(Thread::start);
    }

    int inWork() {
        return workers.stream().mapToInt(worker -> worker.hand().size()).sum();
    }

    int waiting() {
        return workers.stream().mapToInt(Worker::waiting).sum();
    }

    void stop() {
        stopping.countDown();
        schedule.end();
        arrivals.close();
        if (!join(config.stopWithin().toNanos())) {
            log.warn(
                    "Interrupting the relay: the order sink or the outbox did not return within {}",
                    config.stopWithin());
            threads.forEach(Thread::interrupt);
            if (!join(AFTER_INTERRUPT_NANOS)) {
                log.warn("Left threads of the relay behind; their {} parcels are taken over later", inWork());
            }
        }
    }

    private boolean join(long nanos) {
        long deadline = System.nanoTime() + nanos;
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()))
                        .toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    private void keep() {
        long third = outbox.takeOverTime().toNanos() / 3;
        while (!stopped(third)) {
            keepAll();
        }
    }

    /** Those that failed last come last, and only until one fails again: each failure may be a timeout, for which the others wait. */
    private void keepAll() {
        List<Integer> doubtful = List.copyOf(failedToKeep);
        for (int partition = 0; partition < schedule.partitions(); partition++) {
            if (!doubtful.contains(partition)) {
                keep(partition);
            }
        }
        for (int partition : doubtful) {
            if (!keep(partition)) {
                break;
            }
        }
    }

    private boolean keep(int partition) {
        failedToKeep.remove(partition);
        keeping.lock();
        try {
            List<Parcel> parcels = workers.stream()
                    .flatMap(worker -> worker.hand().parcels())
                    .filter(parcel -> parcel.partition() == partition)
                    .toList();
            if (!parcels.isEmpty()) {
                outbox.keep(parcels);
            }
        } catch (Throwable e) {
            failedToKeep.add(partition);
            health.failed(Part.OUTBOX, this, partition, e);
            return false;
        } finally {
            keeping.unlock();
        }
        health.worked(Part.OUTBOX, this, partition);
        return true;
    }

    private boolean stopped(long nanos) {
        try {
            return stopping.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return stopping.getCount() == 0;
        }
    }
}
