package io.seckill.benchmarks.compare;

import io.seckill.benchmarks.contender.Contenders;
import io.seckill.benchmarks.contender.Contenders.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The way to the gate: every stage with a few callers, how fast it is and whether it is right. */
final class Stages {

    private static final int CALLERS = 16;

    private final Bench bench;

    Stages(Bench bench) {
        this.bench = bench;
    }

    List<Row> run() throws InterruptedException {
        List<String> names = Contenders.STAGES.stream().map(Stage::contender).toList();
        bench.say("stages: " + names.size() + " in turns, " + Load.blocking(CALLERS));
        Map<String, Purchases.Row> speed = byName(new Purchases(bench).run(names, CALLERS), Purchases.Row::contender);
        Map<String, Exactness.Row> exactness = byName(Exactness.run(bench, names, CALLERS), Exactness.Row::contender);
        List<Row> rows = new ArrayList<>();
        for (Stage stage : Contenders.STAGES) {
            Purchases.Row fast = speed.get(stage.contender());
            Exactness.Row exact = exactness.get(stage.contender());
            if (fast != null) {
                String observed = bench.contender(stage.contender()).observed();
                rows.add(new Row(
                        stage.stage(),
                        stage.contender(),
                        fast.load().toString(),
                        fast.perSecond(),
                        fast.p50Micros(),
                        fast.p99Micros(),
                        fast.failed(),
                        exact == null ? 0 : exact.accepted(),
                        exact == null ? 0 : exact.oversold(),
                        exact == null ? 0 : exact.duplicates(),
                        Stream.of(stage.remark(), observed)
                                .filter(text -> !text.isEmpty())
                                .collect(Collectors.joining("; "))));
            }
        }
        return rows;
    }

    private static <T> Map<String, T> byName(List<T> rows, Function<T, String> name) {
        return rows.stream().collect(Collectors.toMap(name, row -> row));
    }

    static Table table(List<Row> rows) {
        Table table = new Table(
                "Stages (different buyers and stock that never ends; then " + Exactness.STOCK
                        + " items: too many sold?)",
                "contender",
                "stage",
                "load",
                "purchases/s",
                "p50 µs",
                "p99 µs",
                "failed",
                "accepted",
                "oversold",
                "duplicates",
                "remark");
        rows.forEach(row -> table.row(
                row.contender,
                row.stage,
                row.load,
                row.perSecond,
                row.p50Micros,
                row.p99Micros,
                row.failed,
                row.accepted,
                row.oversold,
                row.duplicates,
                row.remark));
        return table;
    }

    /**
     * One stage.
     *
     * @param accepted of {@value Exactness#STOCK} items; 0 if it sells nothing
     * @param oversold accepted beyond the stock
     * @param duplicates buyers who were accepted more than once
     */
    record Row(
            String stage,
            String contender,
            String load,
            double perSecond,
            double p50Micros,
            double p99Micros,
            long failed,
            int accepted,
            int oversold,
            int duplicates,
            String remark) {}
}
