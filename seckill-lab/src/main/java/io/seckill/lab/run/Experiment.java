package io.seckill.lab.run;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Stages that take turns under the same settings. Thread-safe. */
public final class Experiment {

    /** How far an experiment is. */
    public enum State {
        /** It waits for its servers. */
        STARTING,
        /** One of its stages has its turn. */
        RUNNING,
        /** All stages are over. */
        DONE,
        /** Somebody stopped it. */
        STOPPED,
        /** It broke down. */
        FAILED;

        /** Returns whether nothing more happens. */
        public boolean over() {
            return this != STARTING && this != RUNNING;
        }
    }

    private final String id;
    private final Instant started;
    private final Settings settings;
    private final List<Trial> trials;
    private volatile Map<String, String> environment = Map.of();
    private volatile State state = State.STARTING;
    private volatile String trouble = "";

    Experiment(String id, Instant started, Settings settings) {
        this.id = id;
        this.started = started;
        this.settings = settings;
        trials = settings.stages().stream()
                .map(stage -> new Trial(stage, settings))
                .toList();
    }

    /** Returns the id. */
    public String id() {
        return id;
    }

    /** Returns when it was asked for. */
    public Instant started() {
        return started;
    }

    /** Returns the settings. */
    public Settings settings() {
        return settings;
    }

    /** Returns how far it is. */
    public State state() {
        return state;
    }

    /** Returns what broke it, in words; empty if nothing did. */
    public String trouble() {
        return trouble;
    }

    /** Returns where it runs: processor, JVM and servers; empty until the servers are there. */
    public Map<String, String> environment() {
        return environment;
    }

    /** Returns what was seen of each stage up to now. */
    public List<Figures> figures() {
        return trials.stream().map(Trial::figures).toList();
    }

    List<Trial> trials() {
        return trials;
    }

    void run(Map<String, String> where) {
        environment = where;
        state = State.RUNNING;
    }

    void end(State last, String why) {
        trouble = why;
        state = last;
    }
}
