package io.seckill.load;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * All rounds of one shop in one step.
 *
 * @param way how the crowds came
 * @param concurrent buyers at a time
 * @param purchases of all rounds
 * @param requestsPerSecond of all rounds
 * @param p50Millis of all purchases, as the others
 * @param errors answers that were neither "accepted" nor "no", and missing ones
 * @param stock of all rounds
 * @param orders rows in the database, of all rounds
 * @param oversold orders or accepted purchases, whichever are more, beyond the stock
 * @param duplicates orders of a buyer who has one
 * @param lost accepted purchases without a row
 * @param lastRowMillis from the first purchase until all of the stock is rows; the median round
 * @param cpuMicros processor time of the shop for each purchase, its order included
 */
record Row(
        String way,
        int concurrent,
        String shop,
        int rounds,
        long purchases,
        double requestsPerSecond,
        double p50Millis,
        double p95Millis,
        double p99Millis,
        long errors,
        long stock,
        long accepted,
        long orders,
        long oversold,
        long duplicates,
        long lost,
        double lastRowMillis,
        double cpuMicros,
        Map<String, Integer> errorKinds) {

    static Row of(String way, int concurrent, Kind shop, List<Round> rounds) {
        long[] nanos = rounds.stream()
                .flatMapToLong(round -> Arrays.stream(round.tally().nanos()))
                .sorted()
                .toArray();
        Map<String, Integer> errors = rounds.stream()
                .flatMap(round -> round.tally().errors().entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Integer::sum));
        long failed = errors.values().stream().mapToLong(Integer::longValue).sum();
        long purchases = nanos.length + failed;
        return new Row(
                way,
                concurrent,
                shop.toString(),
                rounds.size(),
                purchases,
                purchases / sum(rounds, round -> round.tally().seconds()),
                millisAt(nanos, 0.50),
                millisAt(nanos, 0.95),
                millisAt(nanos, 0.99),
                failed,
                count(rounds, Round::stock),
                count(rounds, round -> round.tally().accepted()),
                count(rounds, Round::orders),
                count(
                        rounds,
                        round -> Math.max(
                                0, Math.max(round.orders(), round.tally().accepted()) - round.stock())),
                count(rounds, round -> round.orders() - round.buyers()),
                count(rounds, round -> Math.max(0, round.tally().accepted() - round.orders())),
                1_000 * median(rounds, Round::lastRowSeconds),
                1e6 * sum(rounds, Round::cpuSeconds) / purchases,
                errors);
    }

    private static double millisAt(long[] sorted, double quantile) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(quantile * sorted.length) - 1] / 1e6;
    }

    private static double sum(List<Round> rounds, ToDoubleFunction<Round> part) {
        return rounds.stream().mapToDouble(part).sum();
    }

    private static long count(List<Round> rounds, ToLongFunction<Round> part) {
        return rounds.stream().mapToLong(part).sum();
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> part) {
        double[] sorted = rounds.stream().mapToDouble(part).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    boolean isOf(Kind kind) {
        return shop.equals(kind.toString());
    }

    /** Returns whether everything was answered, and nothing sold too often or lost. */
    boolean right() {
        return errors == 0 && oversold == 0 && duplicates == 0 && lost == 0;
    }
}
