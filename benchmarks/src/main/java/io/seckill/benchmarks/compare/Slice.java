package io.seckill.benchmarks.compare;

import java.util.List;

/**
 * What one slice of load, or several together, took and cost.
 *
 * @param tally answers and latencies
 * @param seconds from the start to the last answer
 * @param redisMicros processor time of Redis, user and system
 * @param scriptMicros time of Redis within scripts
 * @param clientMicros processor time of this JVM
 * @param calls calls from here to Redis
 * @param otherBytes bytes allocated by threads that are not the callers
 */
record Slice(
        Tally tally,
        double seconds,
        double redisMicros,
        double scriptMicros,
        double clientMicros,
        long calls,
        long otherBytes) {

    static Slice sum(List<Slice> slices) {
        Tally all = new Tally();
        slices.forEach(slice -> all.add(slice.tally));
        return new Slice(
                all,
                slices.stream().mapToDouble(Slice::seconds).sum(),
                slices.stream().mapToDouble(Slice::redisMicros).sum(),
                slices.stream().mapToDouble(Slice::scriptMicros).sum(),
                slices.stream().mapToDouble(Slice::clientMicros).sum(),
                slices.stream().mapToLong(Slice::calls).sum(),
                slices.stream().mapToLong(Slice::otherBytes).sum());
    }

    double perSecond() {
        return tally.answered() / seconds;
    }
}
