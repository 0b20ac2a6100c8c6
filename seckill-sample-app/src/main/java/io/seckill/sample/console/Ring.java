package io.seckill.sample.console;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last samples. Thread-safe. */
final class Ring {

    private final int most;
    private final Deque<Sample> samples = new ArrayDeque<>();

    Ring(int most) {
        this.most = most;
    }

    synchronized void add(Sample sample) {
        if (samples.size() == most) {
            samples.removeFirst();
        }
        samples.addLast(sample);
    }

    /** Returns those taken later than this, oldest first. */
    synchronized List<Sample> after(Instant instant) {
        return samples.stream().filter(sample -> sample.at().isAfter(instant)).toList();
    }
}
