package io.seckill.lab.run;

import java.util.List;

/** Settings for tests, each with one thing changed. */
public final class Trying {

    private List<LabStage> stages = List.of(LabStage.LUA_GATE);
    private int buyers = 20;
    private int clicks = 1;
    private int stock = 10;
    private int thinkMs;
    private int leaseMs = 10_000;
    private int lockWaitMs;
    private int concurrency = 10;
    private int processes = 1;
    private int seconds = 20;

    public static Trying out(LabStage... stages) {
        Trying trying = new Trying();
        trying.stages = List.of(stages);
        return trying;
    }

    public Trying buyers(int count, int clicksOfEach) {
        buyers = count;
        clicks = clicksOfEach;
        return this;
    }

    public Trying stock(int items) {
        stock = items;
        return this;
    }

    public Trying thinking(int millis) {
        thinkMs = millis;
        return this;
    }

    public Trying lock(int lease, int wait) {
        leaseMs = lease;
        lockWaitMs = wait;
        return this;
    }

    public Trying atOnce(int purchases, int inProcesses) {
        concurrency = purchases;
        processes = inProcesses;
        return this;
    }

    public Trying lasting(int most) {
        seconds = most;
        return this;
    }

    public Settings settings() {
        return new Settings(
                stages, buyers, clicks, stock, thinkMs, leaseMs, lockWaitMs, concurrency, processes, seconds);
    }
}
