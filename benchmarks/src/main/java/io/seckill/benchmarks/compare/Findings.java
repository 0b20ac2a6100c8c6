package io.seckill.benchmarks.compare;

import io.seckill.benchmarks.compare.Chart.Bar;
import io.seckill.lab.stage.Contenders;
import java.util.List;
import java.util.Map;

/**
 * Everything that a comparison found, as it is written to {@code comparison.json}.
 *
 * @param environment where it ran
 * @param ratios what it comes down to
 * @param purchases speed and cost
 * @param exactness whether anybody sold too much
 * @param memory Redis bytes for each reservation
 * @param orders orders a second
 * @param soldOut answers a second
 * @param growth speed and cost in a growing sale, empty if that was left out
 * @param backlog how a large backlog went down, empty if that was left out
 */
record Findings(
        Map<String, String> environment,
        Ratios ratios,
        List<Purchases.Row> purchases,
        List<Exactness.Row> exactness,
        List<Memory.Row> memory,
        List<Orders.Row> orders,
        List<SoldOut.Row> soldOut,
        List<Growth.Row> growth,
        List<Backlog.Row> backlog) {

    /** Returns what fits into one picture: the crowd, and the orders. */
    String chart() {
        List<Purchases.Row> crowd = purchases.stream()
                .filter(row -> !row.contender().equals(Contenders.IN_MEMORY))
                .filter(row -> row.callers() == purchases.get(0).callers()
                        || !row.waiting()
                        || row.contender().equals(Contenders.REDISSON_LOCK))
                .toList();
        return new Chart()
                .title("Flash sale: one run, one machine")
                .note(environment.get("cores") + " cores, Redis " + environment.get("Redis") + ", database "
                        + environment.get("database") + ", Java "
                        + Runtime.version().feature())
                .panel(
                        "Purchases a second",
                        crowd.stream().map(row -> bar(row, row.perSecond())).toList())
                .panel(
                        "Redis: µs of processor time for each purchase",
                        crowd.stream().map(row -> bar(row, row.redisMicros())).toList())
                .panel(
                        "Orders a second, from Redis to one hot stock row",
                        orders.stream()
                                .map(row -> new Bar(row.label(), row.perSecond(), !row.oneByOne()))
                                .toList())
                .toSvg();
    }

    private static Bar bar(Purchases.Row row, double value) {
        return new Bar(
                row.contender() + ", " + row.load(), value, row.contender().startsWith(Contenders.GATE));
    }
}
