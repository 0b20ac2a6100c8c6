package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Contenders.Stage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The way to the gate: every stage with a few callers, how fast it is and whether it is right. */
final class Stages {

    private static final int CALLERS = 16;
    private static final Exactness.Row SELLS_NOTHING = new Exactness.Row("", 0, 0, 0, 0, 0);

    private final Bench bench;

    Stages(Bench bench) {
        this.bench = bench;
    }

    List<Row> run() throws InterruptedException {
        List<String> names = Contenders.STAGES.stream().map(Stage::contender).toList();
        bench.say("stages: " + names.size() + " in turns, " + Load.blocking(CALLERS));
        Map<String, Purchases.Row> speed = byName(new Purchases(bench).run(names, CALLERS), Purchases.Row::contender);
        Map<String, Exactness.Row> exactness = byName(Exactness.run(bench, names, CALLERS), Exactness.Row::contender);
        return Contenders.STAGES.stream()
                .map(stage -> Row.of(
                        stage,
                        Objects.requireNonNull(speed.get(stage.contender())),
                        exactness.getOrDefault(stage.contender(), SELLS_NOTHING),
                        bench.contender(stage.contender()).observed()))
                .toList();
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
            String remark) {

        private static Row of(Stage stage, Purchases.Row speed, Exactness.Row exactness, String observed) {
            return new Row(
                    stage.stage(),
                    stage.contender(),
                    speed.load().toString(),
                    speed.perSecond(),
                    speed.p50Micros(),
                    speed.p99Micros(),
                    speed.failed(),
                    exactness.accepted(),
                    exactness.oversold(),
                    exactness.duplicates(),
                    Stream.of(stage.remark(), observed)
                            .filter(text -> !text.isEmpty())
                            .collect(Collectors.joining("; ")));
        }
    }
}
