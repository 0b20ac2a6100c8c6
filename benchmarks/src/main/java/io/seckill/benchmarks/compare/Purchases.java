package io.seckill.benchmarks.compare;

import io.seckill.Sale;
import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Contender;
import io.seckill.lab.stage.Contenders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Purchases of different buyers from a stock that never ends: how many a second, how soon, at what cost. */
final class Purchases {

    private static final int OUTSTANDING = 2_000;
    private static final int LOCK_CALLERS = 16;
    private static final int SINGLE_PARTS = 3;

    private final Bench bench;
    private final Buyers buyers;

    Purchases(Bench bench) {
        this.bench = bench;
        this.buyers = Buyers.distinct(bench.pace().sliceBuyers());
    }

    /** Runs all contenders with each number of callers, the largest first: it warms up best. */
    List<Row> run() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int callers : bench.pace().callers()) {
            List<Entry> group = group(callers);
            bench.say("purchases, " + Load.blocking(callers) + ": " + group.size() + " contenders in turns");
            rows.addAll(inTurns(group));
        }
        return rows;
    }

    /** Runs these contenders with so many callers, those that do not wait with as many under way as ever. */
    List<Row> run(List<String> contenders, int callers) throws InterruptedException {
        return inTurns(contenders.stream()
                .map(name -> new Entry(
                        name,
                        Contenders.ASYNCHRONOUS.contains(name) ? Load.async(OUTSTANDING) : Load.blocking(callers)))
                .toList());
    }

    private List<Entry> group(int callers) {
        List<Entry> group = new ArrayList<>(Stream.of(
                        Contenders.USUAL,
                        Contenders.BARE,
                        Contenders.BARE_PURCHASE,
                        Contenders.GATE_UNBATCHED,
                        Contenders.GATE,
                        Contenders.IN_MEMORY)
                .map(name -> new Entry(name, Load.blocking(callers)))
                .toList());
        if (callers == bench.pace().mostCallers()) {
            group.add(5, new Entry(Contenders.GATE_ASYNC, Load.async(OUTSTANDING)));
            group.add(new Entry(Contenders.REDISSON_LOCK, Load.blocking(Math.min(callers, LOCK_CALLERS))));
        }
        return group;
    }

    private List<Row> inTurns(List<Entry> group) throws InterruptedException {
        Map<Entry, List<Slice>> counted = new LinkedHashMap<>();
        // The median of one caller depends most on the machine's mood of the moment: more and shorter turns for it.
        int parts = group.stream().allMatch(entry -> entry.load.callers() == 1) ? SINGLE_PARTS : 1;
        for (int round = 0; round <= bench.pace().rounds() * parts; round++) {
            for (Entry entry : group) {
                Contender contender = bench.contender(entry.contender);
                bench.redis().empty();
                contender.open(Sale.MAX_TOTAL);
                Slice slice = entry.load.run(
                        bench.redis(),
                        contender,
                        buyers.again(),
                        bench.pace().slice().dividedBy(parts));
                if (round > 0) {
                    counted.computeIfAbsent(entry, each -> new ArrayList<>()).add(slice);
                }
            }
        }
        return counted.entrySet().stream()
                .map(each -> Row.of(each.getKey(), each.getValue()))
                .toList();
    }

    static Table table(List<Row> rows) {
        Table table = new Table(
                "Purchases (times in µs; Redis, script and client: processor time for each purchase)",
                "contender",
                "load",
                "purchases/s",
                "p50",
                "p99",
                "p999",
                "Redis",
                "script",
                "client",
                "calls",
                "caller B",
                "all B",
                "failed");
        rows.forEach(row -> table.row(
                row.contender,
                row.load(),
                row.perSecond,
                row.p50Micros,
                row.p99Micros,
                row.p999Micros,
                row.redisMicros,
                row.scriptMicros,
                row.clientMicros,
                row.callsToRedis,
                Math.round(row.callerBytes),
                Math.round(row.allBytes),
                row.failed));
        return table;
    }

    private record Entry(String contender, Load load) {}

    /**
     * One contender under one load, all counted rounds together; but p50 is the median of the rounds' medians, since a round in which the
     * machine is slow has fewer purchases. What follows the latencies is for each purchase.
     *
     * @param callers threads, or purchases under way if they do not wait
     * @param redisMicros processor time of the whole server, user and system
     * @param scriptMicros time within scripts by the server's clock; what else ran on its processor meanwhile is in it
     * @param clientMicros processor time of this JVM, with its collector and compiler
     * @param callsToRedis commands sent from here, which with one connection and waiting callers are the round trips
     * @param callerBytes bytes allocated by the callers' threads
     * @param allBytes bytes allocated by all threads
     */
    record Row(
            String contender,
            int callers,
            boolean waiting,
            long purchases,
            double perSecond,
            double p50Micros,
            double p99Micros,
            double p999Micros,
            double redisMicros,
            double scriptMicros,
            double clientMicros,
            double callsToRedis,
            double callerBytes,
            double allBytes,
            long failed) {

        Load load() {
            return new Load(callers, waiting);
        }

        private static Row of(Entry entry, List<Slice> slices) {
            Slice slice = Slice.sum(slices);
            Tally tally = slice.tally();
            double each = tally.answered();
            return new Row(
                    entry.contender,
                    entry.load.callers(),
                    entry.load.waiting(),
                    tally.answered(),
                    each / slice.seconds(),
                    medianOfMedians(slices),
                    tally.micros(99),
                    tally.micros(99.9),
                    slice.redisMicros() / each,
                    slice.scriptMicros() / each,
                    slice.clientMicros() / each,
                    slice.calls() / each,
                    tally.callerBytes() / each,
                    (tally.callerBytes() + slice.otherBytes()) / each,
                    tally.of(Answer.FAILED));
        }

        private static double medianOfMedians(List<Slice> slices) {
            double[] medians = slices.stream()
                    .mapToDouble(slice -> slice.tally().micros(50))
                    .sorted()
                    .toArray();
            return medians[medians.length / 2];
        }
    }
}
