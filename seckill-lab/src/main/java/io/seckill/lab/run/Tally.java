package io.seckill.lab.run;

import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Noticed;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;

/** What the callers of one process were told. Any thread may record, one may drain. */
final class Tally {

    private static final int DIGITS = 2;
    private static final int MOST_FAILURE = 300;

    private final Map<Answer, LongAdder> answers = new ConcurrentHashMap<>();
    private final Queue<Integer> buyers = new ConcurrentLinkedQueue<>();
    private final Recorder latencies = new Recorder(DIGITS);
    private final AtomicLong lastAnswer = new AtomicLong();
    private volatile String failure = "";

    void record(int buyer, Answer answer, long tookNanos, long elapsedNanos) {
        answers.computeIfAbsent(answer, each -> new LongAdder()).increment();
        if (answer == Answer.BOUGHT) {
            buyers.add(buyer);
        }
        latencies.recordValue(tookNanos / 1_000);
        lastAnswer.accumulateAndGet(elapsedNanos, Math::max);
    }

    void failed(Exception e) {
        Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
        String text = String.valueOf(cause.getMessage());
        if (failure.isEmpty()) {
            failure = text.substring(0, Math.min(text.length(), MOST_FAILURE));
        }
    }

    /** Returns what was recorded since the last call. */
    Progress drain(int connections, Noticed noticed) {
        Map<Answer, Long> counts = new EnumMap<>(Answer.class);
        answers.forEach((answer, count) -> counts.put(answer, count.sumThenReset()));
        List<Integer> accepted = new ArrayList<>();
        Integer buyer;
        while ((buyer = buyers.poll()) != null) {
            accepted.add(buyer);
        }
        return new Progress(
                counts, accepted, latencies.getIntervalHistogram(), lastAnswer.get(), connections, noticed, failure);
    }
}
