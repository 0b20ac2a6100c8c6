package io.seckill.memory;

import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.DeadLetterBox;
import io.seckill.spi.Outbox;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * An outbox within one JVM: orders are made by a pool of threads, without any server. What it holds is lost when the JVM ends before the
 * relay has drained it, so it is for tests, demos and sales whose buyers can be sent away again.
 *
 * <p>Bounded: an append beyond the capacity is refused and changes nothing, so that a sink that is down cannot fill the heap.
 *
 * @since 0.1
 */
public final class InMemoryOutbox implements Outbox, DeadLetterBox {

    private static final int DEFAULT_CAPACITY = 1_000_000;
    private static final Duration DEFAULT_TAKE_OVER = Duration.ofSeconds(10);

    private final int capacity;
    private final Duration takeOver;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Entry> fresh = new ArrayDeque<>();
    private final Map<String, Entry> taken = new LinkedHashMap<>();
    private final Map<String, Letter> dead = new LinkedHashMap<>();
    private final List<IntConsumer> listeners = new CopyOnWriteArrayList<>();
    private long held;
    private long lastId;

    /** Makes an outbox for a million reservations. */
    public InMemoryOutbox() {
        this(DEFAULT_CAPACITY, DEFAULT_TAKE_OVER);
    }

    /**
     * Makes an outbox.
     *
     * @param capacity reservations it holds at most
     * @param takeOver how long a taken parcel may lie still
     */
    public InMemoryOutbox(int capacity, Duration takeOver) {
        this.capacity = capacity;
        this.takeOver = takeOver;
    }

    @Override
    public int partitions() {
        return 1;
    }

    @Override
    public Duration takeOverTime() {
        return takeOver;
    }

    @Override
    public void append(SaleId sale, List<Reservation> reservations) {
        boolean first;
        lock.lock();
        try {
            if (held + reservations.size() > capacity) {
                throw SeckillUnavailableException.nothingChanged(
                        "the in-memory outbox is full with " + held + " of " + capacity
                                + " reservations; the order sink does not keep up",
                        null);
            }
            first = fresh.isEmpty();
            held += reservations.size();
            fresh.add(new Entry(Long.toString(++lastId), List.copyOf(reservations), System.nanoTime()));
        } finally {
            lock.unlock();
        }
        if (first) {
            listeners.forEach(listener -> listener.accept(0));
        }
    }

    @Override
    public List<Parcel> take(int partition, int reservations) {
        lock.lock();
        try {
            List<Entry> found = new ArrayList<>();
            int wanted = reservations;
            long now = System.nanoTime();
            for (Iterator<Entry> all = taken.values().iterator(); wanted > 0 && all.hasNext(); ) {
                Entry entry = all.next();
                if (now - entry.touched >= takeOver.toNanos()) {
                    found.add(entry);
                    wanted -= entry.reservations.size();
                }
            }
            while (wanted > 0 && !fresh.isEmpty()) {
                Entry entry = fresh.remove();
                taken.put(entry.id, entry);
                found.add(entry);
                wanted -= entry.reservations.size();
            }
            return found.stream().map(entry -> entry.takenAt(now)).toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void settle(Parcel parcel, List<DeadLetter> letters) {
        lock.lock();
        try {
            Entry entry = taken.remove(parcel.id());
            if (entry != null) {
                held -= entry.reservations.size();
                letters.forEach(letter -> dead.put("0-" + ++lastId, new Letter(letter, Instant.now())));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void keep(List<Parcel> parcels) {
        touch(parcels, 0, System.nanoTime());
    }

    @Override
    public void handBack(List<Parcel> parcels) {
        touch(parcels, -1, System.nanoTime() - takeOver.toNanos());
        listeners.forEach(listener -> listener.accept(0));
    }

    private void touch(List<Parcel> parcels, int attempts, long touched) {
        lock.lock();
        try {
            for (Parcel parcel : parcels) {
                Entry entry = taken.get(parcel.id());
                if (entry != null) {
                    entry.attempts = parcel.attempts() + attempts;
                    entry.touched = touched;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Backlog backlog(int partition) {
        lock.lock();
        try {
            long now = System.nanoTime();
            long oldest = Stream.concat(fresh.stream().limit(1), taken.values().stream())
                    .mapToLong(entry -> now - entry.appended)
                    .max()
                    .orElse(0);
            return new Backlog(fresh.size() + taken.size(), taken.size(), Duration.ofNanos(oldest), dead.size());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Subscription onArrival(IntConsumer listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Returns the reservations that were given up, oldest first. */
    public List<DeadLetter> deadLetters() {
        lock.lock();
        try {
            return dead.values().stream().map(letter -> letter.content).toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean holds(SaleId sale) {
        lock.lock();
        try {
            return Stream.concat(fresh.stream(), taken.values().stream())
                    .anyMatch(entry -> entry.reservations.get(0).sale().equals(sale));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<io.seckill.DeadLetter> page(Optional<String> after, int limit) {
        lock.lock();
        try {
            Stream<Map.Entry<String, Letter>> letters = dead.entrySet().stream();
            if (after.isPresent()) {
                long last = number(after.get());
                letters = letters.filter(letter -> number(letter.getKey()) > last);
            }
            return letters.limit(limit)
                    .map(letter -> letter.getValue().named(letter.getKey()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private static long number(String id) {
        return Long.parseLong(id.substring(id.indexOf('-') + 1));
    }

    @Override
    public Optional<io.seckill.DeadLetter> find(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(dead.get(id)).map(letter -> letter.named(id));
        } finally {
            lock.unlock();
        }
    }

    /** What was held before is held again, whatever the capacity. */
    @Override
    public boolean putBack(String id) {
        lock.lock();
        try {
            Letter letter = dead.remove(id);
            if (letter == null) {
                return false;
            }
            held++;
            fresh.add(new Entry(Long.toString(++lastId), List.of(letter.content.reservation()), System.nanoTime()));
        } finally {
            lock.unlock();
        }
        listeners.forEach(listener -> listener.accept(0));
        return true;
    }

    @Override
    public boolean remove(String id) {
        lock.lock();
        try {
            return dead.remove(id) != null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean holdsDead(SaleId sale) {
        lock.lock();
        try {
            return dead.values().stream()
                    .anyMatch(letter -> letter.content.reservation().sale().equals(sale));
        } finally {
            lock.unlock();
        }
    }

    private record Letter(DeadLetter content, Instant when) {

        io.seckill.DeadLetter named(String id) {
            return new io.seckill.DeadLetter(
                    id,
                    Optional.of(content.reservation()),
                    content.attempts(),
                    content.firstError(),
                    content.lastError(),
                    when);
        }
    }

    private static final class Entry {

        final String id;
        final List<Reservation> reservations;
        final long appended;
        long touched;
        int attempts;

        Entry(String id, List<Reservation> reservations, long appended) {
            this.id = id;
            this.reservations = reservations;
            this.appended = appended;
        }

        Parcel takenAt(long now) {
            touched = now;
            attempts++;
            return new Parcel(0, id, attempts, reservations);
        }
    }
}
