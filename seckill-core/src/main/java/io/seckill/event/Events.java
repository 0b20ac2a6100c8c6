package io.seckill.event;

import io.seckill.OrderId;
import io.seckill.SeckillListener;
import io.seckill.memory.InMemoryOrderAnnouncements;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.Subscription;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listeners of this node what happened, in order, on one daemon thread; and all nodes which orders changed. Whoever tells
 * something goes on at once: listeners that throw are logged, and while they are so slow that {@value #CAPACITY} events wait, further
 * ones are dropped and counted. Without listeners it has no thread and costs nothing. Thread-safe; throws nothing.
 *
 * @since 0.1
 */
public final class Events implements AutoCloseable {

    /** Nobody listens. */
    public static final Events NONE = new Events(List.of(), SeckillMetrics.NONE);

    /** Events that wait at most. */
    public static final int CAPACITY = 10_000;

    private static final Logger log = LoggerFactory.getLogger(Events.class);
    private static final long LAST_WORDS_MILLIS = 2_000;
    private static final long LOOK_MILLIS = 100;

    private final Supplier<List<SeckillListener>> source;
    private final OrderAnnouncements announcements;
    private final SeckillMetrics metrics;
    private final ThreadFactory threads;
    private final BlockingQueue<Consumer<SeckillListener>> waiting = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicBoolean dropping = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable List<SeckillListener> listeners;
    private volatile @Nullable Thread teller;
    private volatile boolean closed;

    /**
     * Makes a dispatcher.
     *
     * @param listeners gives those who are told, in this order; asked once, at the first event, so that listeners may need what tells events;
     *     if it throws, nobody is told
     * @param announcements tells the other nodes
     * @param metrics is told of dropped events
     */
    public Events(Supplier<List<SeckillListener>> listeners, OrderAnnouncements announcements, SeckillMetrics metrics) {
        this(listeners, announcements, metrics, task -> new Thread(task, "seckill-events"));
    }

    Events(
            Supplier<List<SeckillListener>> listeners,
            OrderAnnouncements announcements,
            SeckillMetrics metrics,
            ThreadFactory threads) {
        this.source = listeners;
        this.announcements = announcements;
        this.metrics = metrics;
        this.threads = threads;
    }

    /** Makes a dispatcher on a node that has no other to talk to. */
    public Events(List<SeckillListener> listeners, SeckillMetrics metrics) {
        this(() -> listeners, new InMemoryOrderAnnouncements(), metrics);
    }

    /** Returns whether there is a listener, for those who can save the work of telling. */
    public boolean listened() {
        return !listeners().isEmpty();
    }

    private List<SeckillListener> listeners() {
        List<SeckillListener> known = listeners;
        if (known == null) {
            known = ask();
            listeners = known;
        }
        return known;
    }

    private List<SeckillListener> ask() {
        try {
            return List.copyOf(source.get());
        } catch (RuntimeException | Error e) { // such as a context that is closing and makes no beans any more
            log.warn("The listeners could not be made, so nobody is told what happens on this node", e);
            return List.of();
        }
    }

    /** Calls each listener with this soon, unless too much waits. */
    public void tell(Consumer<SeckillListener> event) {
        if (closed || !listened()) {
            return;
        }
        if (!waiting.offer(event)) {
            metrics.eventDropped();
            if (dropping.compareAndSet(false, true)) {
                log.warn("{} events wait for slow listeners; further ones are dropped", CAPACITY);
            }
        }
        if (teller == null) {
            start();
        }
    }

    /** Tells all nodes that these orders changed. */
    public void announce(Collection<OrderId> changed) {
        if (changed.isEmpty()) {
            return;
        }
        try {
            announcements.announce(changed);
        } catch (RuntimeException e) {
            log.debug("Could not announce {} changed orders", changed.size(), e);
        }
    }

    /** Calls this with orders that changed on any node, until the handle is closed. It must not block. */
    public Subscription onChanged(Consumer<List<OrderId>> listener) {
        return announcements.onChanged(listener);
    }

    /** Returns how many events wait for the listeners. */
    public int waiting() {
        return waiting.size();
    }

    private void start() {
        lock.lock();
        try {
            if (teller == null && !closed) {
                Thread thread = threads.newThread(this::tellAll);
                thread.setDaemon(true);
                thread.start();
                teller = thread;
            }
        } catch (OutOfMemoryError noThread) {
            log.debug("There is no thread to tell events; trying again at the next one", noThread);
        } finally {
            lock.unlock();
        }
    }

    private void tellAll() {
        while (!closed || !waiting.isEmpty()) {
            try {
                Consumer<SeckillListener> next = waiting.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (next == null) {
                    dropping.set(false);
                } else {
                    listeners().forEach(listener -> tell(listener, next));
                }
            } catch (InterruptedException e) {
                if (closed) {
                    return;
                }
            }
        }
    }

    private static void tell(SeckillListener listener, Consumer<SeckillListener> event) {
        try {
            event.accept(listener);
        } catch (Throwable e) { // whatever a listener does, the others are told
            log.warn("Listener {} failed; it goes on with the next event", listener, e);
        }
    }

    /** Takes no more events, and waits a moment for the listeners to hear those that wait. Closing twice is harmless. */
    @Override
    public void close() {
        closed = true;
        lock.lock();
        try {
            Thread thread = teller;
            if (thread != null && thread != Thread.currentThread()) {
                thread.join(LAST_WORDS_MILLIS);
                waiting.clear();
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
