package io.seckill.lab.run;

import io.seckill.lab.run.ServerMeter.Spent;
import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Noticed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** One stage of an experiment: collects what its processes report. Thread-safe. */
final class Trial {

    private static final double NANOS = 1e9;
    private static final int DIGITS = 2;

    private final LabStage stage;
    private final Settings settings;
    private final Map<Answer, Long> answers = new EnumMap<>(Answer.class);
    private final int[] boughtBy;
    private final Histogram latencies = new Histogram(DIGITS);
    private final int[] connections;
    private final int[] mostConnections;
    private final Noticed[] noticed;
    private final List<Long> course = new ArrayList<>();
    private TrialState state = TrialState.WAITING;
    private long elapsedNanos;
    private long courseNanos;
    private long courseAnswers;
    private Spent spent = Spent.NOTHING;
    private String remark = "";

    Trial(LabStage stage, Settings settings) {
        this.stage = stage;
        this.settings = settings;
        boughtBy = new int[settings.buyers()];
        connections = new int[settings.processes()];
        mostConnections = new int[settings.processes()];
        noticed = new Noticed[settings.processes()];
        Arrays.fill(noticed, Noticed.NOTHING);
    }

    LabStage stage() {
        return stage;
    }

    synchronized void enter(TrialState next) {
        state = next;
    }

    synchronized void fail(String why) {
        state = TrialState.FAILED;
        remark = why;
    }

    synchronized void add(int process, Progress progress) {
        progress.answers().forEach((answer, count) -> answers.merge(answer, count, Long::sum));
        for (int buyer : progress.buyers()) {
            boughtBy[buyer]++;
        }
        latencies.add(progress.latencies());
        elapsedNanos = Math.max(elapsedNanos, progress.elapsedNanos());
        connections[process] = progress.connections();
        mostConnections[process] = Math.max(mostConnections[process], progress.connections());
        noticed[process] = progress.noticed();
        if (remark.isEmpty()) {
            remark = progress.failure();
        }
        if (process == 0) {
            drawOn();
        }
    }

    private void drawOn() {
        long now = answered();
        long passed = elapsedNanos - courseNanos;
        if (passed > 0) {
            course.add(Math.round((now - courseAnswers) * NANOS / passed));
            courseNanos = elapsedNanos;
            courseAnswers = now;
        }
    }

    synchronized void spent(Spent sinceStart) {
        spent = sinceStart;
    }

    private long of(Answer answer) {
        return answers.getOrDefault(answer, 0L);
    }

    private long answered() {
        return of(Answer.BOUGHT) + of(Answer.BOUGHT_BEFORE) + of(Answer.SOLD_OUT);
    }

    synchronized Figures figures() {
        long accepted = of(Answer.BOUGHT);
        double seconds = elapsedNanos / NANOS;
        Noticed all = Arrays.stream(noticed).reduce(Noticed.NOTHING, Noticed::and);
        boolean over = state == TrialState.DONE || state == TrialState.STOPPED;
        int[] inUse = over ? mostConnections : connections;
        return new Figures(
                stage,
                state,
                seconds,
                seconds > 0 ? answered() / seconds : 0,
                latencies.getValueAtPercentile(50) / 1e3,
                latencies.getValueAtPercentile(99) / 1e3,
                answered(),
                over ? settings.attempts() - answered() - of(Answer.FAILED) : 0,
                of(Answer.FAILED),
                accepted,
                Math.max(0, accepted - settings.stock()),
                Arrays.stream(boughtBy).filter(times -> times > 1).count(),
                all.overlaps(),
                all.lostUpdates(),
                spent.redisCalls(),
                Arrays.stream(inUse).sum(),
                spent.rowLockWaits(),
                spent.rowLockMillis(),
                List.copyOf(course),
                remark);
    }
}
