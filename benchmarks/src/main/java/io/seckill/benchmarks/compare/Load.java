package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Contender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Who buys.
 *
 * @param callers threads that wait for each answer; or, if they do not wait, purchases under way at most
 * @param waiting whether they wait
 */
record Load(int callers, boolean waiting) {

    private static final int SUBMITTERS = 2;

    static Load blocking(int callers) {
        return new Load(callers, true);
    }

    static Load async(int outstanding) {
        return new Load(outstanding, false);
    }

    /** Runs until the time is over or all buyers have been, and reads what it cost. The sale is open. */
    Slice run(RedisMeter redis, Contender contender, Buyers buyers, Duration limit) throws InterruptedException {
        return run(redis, contender, buyers, limit, (buyer, answer) -> {});
    }

    /** The same, and tells each answer that a waiting caller got, on its thread. */
    Slice run(
            RedisMeter redis, Contender contender, Buyers buyers, Duration limit, BiConsumer<String, Answer> eachAnswer)
            throws InterruptedException {
        List<Driving> drivers = drivers(contender, buyers, limit.toNanos(), eachAnswer);
        CountDownLatch ready = new CountDownLatch(drivers.size());
        CountDownLatch go = new CountDownLatch(1);
        drivers.forEach(driver -> driver.start(ready, go));
        ready.await();
        System.gc(); // nobody pays for what another left behind
        RedisMeter.Reading before = redis.read();
        JvmMeter jvm = new JvmMeter();
        long start = System.nanoTime();
        go.countDown();
        for (Driving driver : drivers) {
            driver.join();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double clientMicros = jvm.cpuMicrosSince();
        long otherBytes = jvm.bytesSince();
        RedisMeter.Reading after = redis.read();
        Tally tally = new Tally();
        drivers.forEach(driver -> tally.add(driver.tally()));
        return new Slice(
                tally,
                seconds,
                after.cpuMicros() - before.cpuMicros(),
                after.scriptMicros() - before.scriptMicros(),
                clientMicros,
                after.calls(contender.commands()) - before.calls(contender.commands()),
                otherBytes);
    }

    private List<Driving> drivers(
            Contender contender, Buyers buyers, long limitNanos, BiConsumer<String, Answer> eachAnswer) {
        return waiting
                ? Stream.<Driving>generate(() -> new Caller(contender, buyers, limitNanos, eachAnswer))
                        .limit(callers)
                        .toList()
                : Stream.<Driving>generate(() -> new Submitter(contender, buyers, limitNanos, callers / SUBMITTERS))
                        .limit(SUBMITTERS)
                        .toList();
    }

    /** Returns it in words. */
    @Override
    public String toString() {
        return waiting ? callers + (callers == 1 ? " caller" : " callers") : callers + " under way";
    }
}
