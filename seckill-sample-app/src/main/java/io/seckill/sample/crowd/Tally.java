package io.seckill.sample.crowd;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the buyers of a crowd were told, and how long each waited for it. Thread-safe. */
final class Tally {

    private static final Pattern REASON = Pattern.compile("\"reason\":\"(\\w+)\"");
    private static final int ACCEPTED = 202;
    private static final int FIRST_FAILURE = 500;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final double MICROS_PER_MILLI = 1_000;

    private final AtomicInteger accepted = new AtomicInteger();
    private final Map<String, Integer> rejected = new ConcurrentSkipListMap<>();
    private final Map<String, Integer> errors = new ConcurrentSkipListMap<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicIntegerArray micros;

    Tally(int buyers) {
        micros = new AtomicIntegerArray(buyers);
    }

    /** Counts an answer. */
    void answer(int status, String body, long nanos) {
        if (status >= FIRST_FAILURE) {
            error("HTTP " + status);
            return;
        }
        if (status == ACCEPTED) {
            accepted.incrementAndGet();
        } else {
            Matcher reason = REASON.matcher(body);
            rejected.merge(reason.find() ? reason.group(1) : "HTTP " + status, 1, Integer::sum);
        }
        micros.set(answered.getAndIncrement(), (int) (nanos / NANOS_PER_MICRO));
    }

    /** Counts a buyer who got no answer, or none that says anything. */
    void error(String kind) {
        errors.merge(kind, 1, Integer::sum);
    }

    int accepted() {
        return accepted.get();
    }

    Map<String, Integer> rejected() {
        return Map.copyOf(rejected);
    }

    Map<String, Integer> errors() {
        return Map.copyOf(errors);
    }

    /** Returns how many got an answer. */
    int answered() {
        return answered.get();
    }

    /** Returns the milliseconds within which each of these shares of the answers came, such as 0.99; zeros without any answer. */
    double[] within(double... shares) {
        int[] sorted = new int[answered.get()];
        Arrays.setAll(sorted, micros::get);
        Arrays.sort(sorted);
        return Arrays.stream(shares)
                .map(share ->
                        sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1] / MICROS_PER_MILLI)
                .toArray();
    }
}
