package io.seckill.lab.stage;

import java.util.Locale;

/**
 * What a stage noticed since it was connected.
 *
 * @param overlaps how often somebody got a lock under which another one was still at work
 * @param updates how often an update with a version was tried
 * @param lostUpdates how many of them changed nothing
 */
public record Noticed(long overlaps, long updates, long lostUpdates) {

    /** Nothing. */
    public static final Noticed NOTHING = new Noticed(0, 0, 0);

    /** Returns both together. */
    public Noticed and(Noticed other) {
        return new Noticed(overlaps + other.overlaps, updates + other.updates, lostUpdates + other.lostUpdates);
    }

    /** Returns what was noticed after the other. */
    public Noticed since(Noticed before) {
        return new Noticed(overlaps - before.overlaps, updates - before.updates, lostUpdates - before.lostUpdates);
    }

    String inWords() {
        return updates == 0
                ? ""
                : String.format(Locale.ROOT, "%.0f %% of %,d updates lost", 100.0 * lostUpdates / updates, updates);
    }
}
