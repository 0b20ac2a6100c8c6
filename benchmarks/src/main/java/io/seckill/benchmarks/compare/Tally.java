package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.Answer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** What callers were told, and how long each answer took: one for each caller, then merged. */
final class Tally {

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int DIGITS = 3;

    private final Map<Answer, LongAdder> answers = new EnumMap<>(Answer.class);
    private final Histogram latencies;
    private long callerBytes;

    /** Makes a tally for one recording thread. */
    Tally() {
        this(new Histogram(LONGEST_NANOS, DIGITS));
    }

    private Tally(Histogram latencies) {
        this.latencies = latencies;
        for (Answer answer : Answer.values()) {
            answers.put(answer, new LongAdder());
        }
    }

    /** Returns a tally into which any thread may record. */
    static Tally shared() {
        return new Tally(new ConcurrentHistogram(LONGEST_NANOS, DIGITS));
    }

    void record(Answer answer, long nanos) {
        count(answer).increment();
        latencies.recordValue(Math.min(nanos, LONGEST_NANOS));
    }

    void allocated(long bytes) {
        callerBytes += bytes;
    }

    void add(Tally other) {
        other.answers.forEach((answer, count) -> count(answer).add(count.sum()));
        latencies.add(other.latencies);
        callerBytes += other.callerBytes;
    }

    long of(Answer answer) {
        return count(answer).sum();
    }

    private LongAdder count(Answer answer) {
        return Objects.requireNonNull(answers.get(answer));
    }

    /** Returns how many purchases got an answer, whatever it was. */
    long answered() {
        return of(Answer.BOUGHT) + of(Answer.SOLD_OUT) + of(Answer.BOUGHT_BEFORE);
    }

    double micros(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e3;
    }

    long callerBytes() {
        return callerBytes;
    }
}
