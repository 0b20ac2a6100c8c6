package io.seckill.lab.run;

import io.seckill.lab.stage.Conditions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is tried, and under which conditions.
 *
 * @param stages the stages, each once, in their order
 * @param buyers how many buyers come
 * @param clicks how often each of them clicks, at the same moment
 * @param stock items for sale, one for each buyer
 * @param thinkMs the pause between check and act
 * @param leaseMs how long a lock is held that is not renewed
 * @param lockWaitMs how long a purchase waits for its lock
 * @param concurrency purchases under way at once, those of all processes together
 * @param processes application processes
 * @param seconds how long a stage may take
 */
public record Settings(
        List<LabStage> stages,
        int buyers,
        int clicks,
        int stock,
        int thinkMs,
        int leaseMs,
        int lockWaitMs,
        int concurrency,
        int processes,
        int seconds) {

    /** Most buyers, and most items. */
    public static final int MOST_BUYERS = 20_000;

    /** Most purchases under way at once. */
    public static final int MOST_CONCURRENCY = 200;

    /** Most seconds of a stage. */
    public static final int MOST_SECONDS = 30;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is out of bounds; the message names it
     */
    public Settings {
        stages = stages.stream().sorted().toList();
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("stages must name at least one");
        }
        if (stages.stream().distinct().count() < stages.size()) {
            throw new IllegalArgumentException("stages must name each one once, but were "
                    + stages.stream().map(LabStage::id).toList());
        }
        within("buyers", buyers, 1, MOST_BUYERS);
        within("clicks", clicks, 1, 3);
        within("stock", stock, 1, MOST_BUYERS);
        within("thinkMs", thinkMs, 0, 2_000);
        within("leaseMs", leaseMs, 10, 60_000);
        within("lockWaitMs", lockWaitMs, 0, 5_000);
        within("processes", processes, 1, 2);
        within("concurrency", concurrency, processes, MOST_CONCURRENCY);
        within("seconds", seconds, 1, MOST_SECONDS);
    }

    private static void within(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", but was " + value);
        }
    }

    Conditions conditions() {
        return new Conditions(Duration.ofMillis(thinkMs), Duration.ofMillis(leaseMs), Duration.ofMillis(lockWaitMs));
    }

    /** Returns how many purchases there will be, all processes together. */
    public int attempts() {
        return buyers * clicks;
    }

    /**
     * Returns who buys in a process, in order. The clicks of a buyer take turns among the processes, as a load balancer would have it, so
     * that with two of them both meet the same buyer at about the same time.
     */
    List<Integer> attemptsOf(int process) {
        List<Integer> all = new ArrayList<>(attempts());
        for (int buyer = 0; buyer < buyers; buyer++) {
            for (int click = 0; click < clicks; click++) {
                if ((buyer + click) % processes == process) {
                    all.add(buyer);
                }
            }
        }
        return all;
    }

    /** Returns how many callers a process has. */
    int callersOf(int process) {
        return concurrency / processes + (process < concurrency % processes ? 1 : 0);
    }

    Duration limit() {
        return Duration.ofSeconds(seconds);
    }
}
