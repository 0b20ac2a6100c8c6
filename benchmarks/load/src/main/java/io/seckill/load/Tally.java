package io.seckill.load;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** How the buyers of a crowd fared. For one thread. */
final class Tally {

    private static final String ACCEPTED = "202";
    private static final String REJECTED = "409";

    private final long[] nanos;
    private final Map<String, Integer> errors = new TreeMap<>();
    private int answers;
    private int accepted;
    private long start;
    private long duration;

    Tally(int buyers) {
        nanos = new long[buyers];
    }

    /** Counts a purchase that was answered with this status, after this time. */
    void answered(String status, long tookNanos) {
        boolean bought = status.equals(ACCEPTED);
        if (!bought && !status.equals(REJECTED)) {
            failed("status " + status);
            return;
        }
        nanos[answers++] = tookNanos;
        accepted += bought ? 1 : 0;
    }

    void failed(String why) {
        errors.merge(why, 1, Integer::sum);
    }

    /**
     * Ends the counting.
     *
     * @param startNanos {@link System#nanoTime()} when the first purchase was sent
     * @param durationNanos from then to the last answer
     */
    Tally ran(long startNanos, long durationNanos) {
        start = startNanos;
        duration = durationNanos;
        return this;
    }

    long startNanos() {
        return start;
    }

    double seconds() {
        return duration / 1e9;
    }

    int accepted() {
        return accepted;
    }

    /** Returns what each purchase took that was not an error. */
    long[] nanos() {
        return Arrays.copyOf(nanos, answers);
    }

    /** Returns how often each error was. */
    Map<String, Integer> errors() {
        return errors;
    }
}
