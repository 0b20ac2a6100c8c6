package io.seckill.relay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The reservations of one worker that wait for their next try. Not thread-safe, but for {@link #size()}. */
final class WaitingRoom {

    private record Seat(Task task, long due, long number) {}

    private final PriorityQueue<Seat> seats =
            new PriorityQueue<>(Comparator.comparingLong(Seat::due).thenComparing(Seat::number));
    private final long start = System.nanoTime();
    private long lastNumber;
    private volatile int size;

    void add(Task task, long pauseNanos) {
        seats.add(new Seat(task, now() + pauseNanos, ++lastNumber));
        size = seats.size();
    }

    /** Removes what is due: up to so many, or one that must be alone. The list can be changed. */
    List<Task> due(int limit) {
        List<Task> due = new ArrayList<>();
        for (Seat seat = seats.peek(); seat != null && due.size() < limit && seat.due() <= now(); seat = seats.peek()) {
            if (seat.task().alone() && !due.isEmpty()) {
                break;
            }
            due.add(seats.remove().task());
            if (seat.task().alone()) {
                break;
            }
        }
        size = seats.size();
        return due;
    }

    /** Nanoseconds until something is due, or {@link Long#MAX_VALUE} if nothing waits. */
    long nanosToNext() {
        Seat seat = seats.peek();
        return seat == null ? Long.MAX_VALUE : Math.max(0, seat.due() - now());
    }

    void clear() {
        seats.clear();
        size = 0;
    }

    int size() {
        return size;
    }

    private long now() {
        return System.nanoTime() - start;
    }
}
