package io.seckill.lab.run;

import io.seckill.lab.stage.Noticed;
import io.seckill.lab.stage.Shareable;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** One stage's work of one process. Bounded in time, whatever the stage does. */
final class Shift {

    private static final Duration WARM_UP = Duration.ofMillis(400);
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final long REPORT_NANOS = Duration.ofMillis(200).toNanos();

    private final Shareable contender;
    private final List<Integer> attempts;
    private final int callers;
    private final Duration limit;
    private final IntSupplier connections;
    private volatile boolean stopped;

    /**
     * Makes a shift.
     *
     * @param attempts who buys, in order
     * @param callers how many at once
     * @param limit after which nobody begins another purchase
     * @param connections tells how many database connections are in use
     */
    Shift(Shareable contender, List<Integer> attempts, int callers, Duration limit, IntSupplier connections) {
        this.contender = contender;
        this.attempts = attempts;
        this.callers = callers;
        this.limit = limit;
        this.connections = connections;
    }

    void stop() {
        stopped = true;
    }

    /** Lets the callers buy for a moment in whatever sale there is, so that connections are there and the code is warm. */
    void warmUp() throws InterruptedException {
        if (!stopped) {
            run(WARM_UP, progress -> {});
        }
    }

    /** Lets the callers buy, and reports several times a second and at the end. */
    void work(Consumer<Progress> report) throws InterruptedException {
        run(limit, report);
    }

    private void run(Duration most, Consumer<Progress> report) throws InterruptedException {
        Noticed before = contender.noticed();
        Crew crew = new Crew(contender, attempts, callers);
        try {
            crew.go();
            long begun = System.nanoTime();
            long reported = begun;
            int inUse = 0;
            while (!crew.ended(LOOK)) {
                inUse = Math.max(inUse, connections.getAsInt());
                long now = System.nanoTime();
                if (now - reported > REPORT_NANOS) {
                    report.accept(crew.tally().drain(inUse, contender.noticed().since(before)));
                    reported = now;
                    inUse = 0;
                }
                if (stopped || now - begun > most.toNanos()) {
                    end(crew);
                    break;
                }
            }
            report.accept(crew.tally().drain(inUse, contender.noticed().since(before)));
        } finally {
            crew.finish();
            crew.cutOff();
        }
    }

    private static void end(Crew crew) throws InterruptedException {
        crew.finish();
        if (crew.ended(GRACE)) {
            return;
        }
        crew.cutOff();
        if (!crew.ended(PATIENCE)) {
            throw new IllegalStateException("the callers do not end");
        }
    }
}
