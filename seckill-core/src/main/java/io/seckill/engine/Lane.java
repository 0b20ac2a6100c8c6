package io.seckill.engine;

import io.seckill.SaleId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The purchases of one sale on this node, batched naturally: a purchase that finds a free call slot is sent at once, alone; those that
 * come while all slots are taken travel together in the next call. No timer, no added delay.
 */
final class Lane {

    /** What became of an offer. */
    enum Offer {
        TAKEN,
        FULL,
        /** The lane was closed while idle; the caller must get a new one. */
        RETIRED
    }

    private static final int RETIRED = Integer.MIN_VALUE / 2;

    /** Calls given up but never answered that may leave their slot free; beyond it, nothing more is sent to a silent gate. */
    private static final int SILENT_CALLS = 16;

    final SaleId sale;
    final SoldOutLatch latch;

    private final LaneContext context;
    private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final Semaphore slots;
    private final AtomicInteger silentCalls = new AtomicInteger();
    private final Collection<Call> calls = ConcurrentHashMap.newKeySet();

    /** Whether the gate knew the sale when it answered last. */
    volatile boolean known;

    private volatile long lastUse = System.nanoTime();

    Lane(SaleId sale, LaneContext context) {
        this.sale = sale;
        this.context = context;
        this.slots = new Semaphore(context.config().callsInFlight());
        this.latch = new SoldOutLatch(context.config().soldOutMemory().toNanos());
    }

    /** Takes a place, which must be {@link #enter entered} or {@link #leave left}. */
    Offer reserve() {
        int place = queued.incrementAndGet();
        if (place <= 0) {
            return Offer.RETIRED;
        }
        if (place > context.config().queueCapacity()) {
            queued.decrementAndGet();
            return Offer.FULL;
        }
        return Offer.TAKEN;
    }

    /** Fills a place that was taken. */
    void enter(Pending purchase) {
        queue.add(purchase);
        pump();
        abandonIfUnwatched();
    }

    /** Gives back a place that was taken. */
    void leave() {
        queued.decrementAndGet();
    }

    /** Sends batches while there is a purchase waiting and a slot free. */
    private void pump() {
        while (!queue.isEmpty() && slots.tryAcquire()) {
            List<Pending> batch = nextBatch();
            if (batch.isEmpty()) {
                slots.release();
            } else {
                Call call = new Call(this, context, batch);
                calls.add(call);
                call.send();
                abandonIfUnwatched();
            }
        }
    }

    private List<Pending> nextBatch() {
        int size = context.config().batchSize();
        List<Pending> batch = new ArrayList<>(Math.min(size, Math.max(queued.get(), 1)));
        while (batch.size() < size) {
            Pending next = queue.poll();
            if (next == null) {
                break;
            }
            queued.decrementAndGet();
            if (next.markSent()) {
                batch.add(next);
            }
        }
        return batch;
    }

    /** A call was answered; {@code nested} tells that {@link #pump()} is on this thread's stack and goes on by itself. */
    void answered(Call call, boolean nested) {
        calls.remove(call);
        if (call.markAnswered()) {
            silentCalls.decrementAndGet();
        }
        if (call.returnSlot()) {
            slots.release();
        }
        lastUse = System.nanoTime();
        if (!nested) {
            pump();
        }
    }

    /** Lets others go on while the gate is silent, within bounds. */
    private void passBySilentCall(Call call) {
        if (call.markSilent() && silentCalls.incrementAndGet() <= SILENT_CALLS && call.returnSlot()) {
            slots.release();
            pump();
        }
    }

    /** Settles what has waited too long: in the queue, where nothing was sent yet, and under way. */
    void sweep(long now) {
        List<Pending> late = new ArrayList<>();
        Pending head = queue.peek();
        while (head != null && head.nanosLeft(now) <= 0) {
            if (queue.remove(head)) {
                queued.decrementAndGet();
                late.add(head);
            }
            head = queue.peek();
        }
        for (Call call : calls) {
            late.addAll(call.late(now));
        }
        context.giveUp(late, context.expired());
        calls.forEach(this::passBySilentCall);
    }

    private void abandonIfUnwatched() {
        if (context.unwatched().get()) {
            abandon();
        }
    }

    /** Settles everything, at shutdown. */
    void abandon() {
        List<Pending> all = new ArrayList<>();
        for (Pending next = queue.poll(); next != null; next = queue.poll()) {
            queued.decrementAndGet();
            all.add(next);
        }
        calls.forEach(call -> all.addAll(call.purchases()));
        context.giveUp(all, "this node shut down");
    }

    int queued() {
        return Math.max(queued.get(), 0);
    }

    int callsInFlight() {
        return calls.size();
    }

    /** Whether nobody waits any more; a call whose callers have all given up does not count. */
    boolean isIdle() {
        return queued.get() <= 0 && calls.stream().allMatch(Call::isDeserted);
    }

    /** Closes the lane if nobody uses it any more. Whoever is about to send holds a slot, so it takes all of them first. */
    boolean tryRetire(long now, long idleNanos) {
        int all = context.config().callsInFlight();
        if (now - lastUse <= idleNanos || !slots.tryAcquire(all)) {
            return false;
        }
        boolean retired = calls.isEmpty() && queued.compareAndSet(0, RETIRED);
        slots.release(all);
        if (!retired) {
            pump(); // for whom no slot was free meanwhile
        }
        return retired;
    }
}
