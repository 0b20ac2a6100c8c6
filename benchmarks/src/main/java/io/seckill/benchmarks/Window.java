package io.seckill.benchmarks;

import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Contender;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The purchases that one caller who does not wait has under way, and the answers that came. A purchase beyond the bound waits until
 * enough others were answered, so in the long run as many are made as are answered. Places are taken and given back several at a time,
 * or else the thread that brings the answers would spend its time on waking the caller.
 */
final class Window {

    private static final int UNDER_WAY = 2_000;
    private static final int STEPS = 20;

    private final int step;
    private final Semaphore places;
    private final AtomicLong answered = new AtomicLong();
    private final Map<Answer, LongAdder> answers = new EnumMap<>(Answer.class);
    private long submitted;

    /** Makes a window for one of so many callers. */
    Window(int callers) {
        step = Math.max(1, UNDER_WAY / callers / STEPS);
        places = new Semaphore(step * STEPS);
        for (Answer answer : Answer.values()) {
            answers.put(answer, new LongAdder());
        }
    }

    void submit(Contender contender, String buyer) throws InterruptedException {
        if (submitted % step == 0) {
            places.acquire(step);
        }
        submitted++;
        contender.submit(buyer, this::answered);
    }

    private void answered(Answer answer) {
        answers.getOrDefault(answer, new LongAdder()).increment();
        if (answered.incrementAndGet() % step == 0) {
            places.release(step);
        }
    }

    /** Waits for the answers that are missing. */
    void close() throws InterruptedException {
        while (answered.get() < submitted) {
            Thread.sleep(1);
        }
    }

    /** Returns how often this was the answer. */
    long of(Answer answer) {
        return answers.getOrDefault(answer, new LongAdder()).sum();
    }
}
