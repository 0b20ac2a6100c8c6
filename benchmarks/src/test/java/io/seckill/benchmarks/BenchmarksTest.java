package io.seckill.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Each benchmark runs, for moments and in this JVM: what it says of speed here means nothing. */
class BenchmarksTest {

    private static final int ITERATIONS = 2;

    @BeforeAll
    static void letOthersMeasure() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gate", "gate-async"})
    void purchasesAreAcceptedWhileThereIsStock(String contender) throws RunnerException {
        RunResult plenty = purchases(contender, "plenty", "distinct");
        assertThat(count(plenty, "bought")).isPositive();
        assertThat(count(plenty, "refused")).isZero();

        RunResult soldOut = purchases(contender, "sold-out", "distinct");
        assertThat(count(soldOut, "bought")).isZero();
        assertThat(count(soldOut, "refused")).isPositive();
    }

    @Test
    void stockThatRunsOutIsHalfOfWhatTheFirstIterationSold() throws RunnerException {
        RunResult result = purchases("gate", "running-out", "distinct");

        assertThat(count(result, "bought")).isPositive();
        assertThat(count(result, "refused")).isPositive();
    }

    @Test
    void aHotBuyerGetsOneInEachIteration() throws RunnerException {
        RunResult result = purchases("jdbc-conditional", "plenty", "hot");

        assertThat(count(result, "bought")).isEqualTo(ITERATIONS);
        assertThat(count(result, "refused")).isPositive();
    }

    private static RunResult purchases(String contender, String stock, String buyers) throws RunnerException {
        RunResult result = new Runner(shortly("PurchaseBenchmark.sixteenCallers")
                        .param("contender", contender)
                        .param("stock", stock)
                        .param("buyers", buyers)
                        .build())
                .runSingle();
        assertThat(result.getPrimaryResult().getScore()).isPositive();
        assertThat(count(result, "failed")).isZero();
        return result;
    }

    private static double count(RunResult result, String answer) {
        return result.getSecondaryResults().get(answer).getScore();
    }

    @Test
    void locksAreTakenAndGivenBack() throws RunnerException {
        Collection<RunResult> results = new Runner(shortly("LockBenchmark")
                        .param("lock", "redis-lua", "zookeeper")
                        .build())
                .run();

        assertThat(results)
                .hasSize(2 * 2)
                .allSatisfy(result ->
                        assertThat(result.getPrimaryResult().getScore()).isPositive());
    }

    private static ChainedOptionsBuilder shortly(String benchmark) {
        return new OptionsBuilder()
                .include(benchmark)
                .forks(0)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(50))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.milliseconds(50))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }
}
