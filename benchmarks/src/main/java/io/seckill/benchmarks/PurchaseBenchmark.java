package io.seckill.benchmarks;

import io.seckill.Sale;
import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Contender;
import io.seckill.lab.stage.Contenders;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Purchases a second, for every way to sell that {@link Contenders} knows.
 *
 * <pre>{@code
 * mvn -q -B package -DskipTests && java -jar benchmarks/target/benchmarks.jar PurchaseBenchmark
 * }</pre>
 *
 * <p>That takes some of the contenders, plenty of stock and different buyers. The others, one by one or all at once:
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar PurchaseBenchmark.sixteenCallers -p stock=plenty,running-out,sold-out -p buyers=distinct,hot \
 *   -p contender=broken-no-protection,jdbc-conditional,jdbc-versioned,jdbc-for-update,jvm-lock,broken-set-nx,redis-lua-lock,\
 * redisson-lock,redisson-locked-gate,zookeeper-lock,jdbc-row-lock,gate-unbatched,gate,gate-async,in-memory,usual,bare-purchase,\
 * bare-evalsha,bare-decr
 * }</pre>
 *
 * <p>Callers are platform threads, or virtual ones on Java 21 or newer with {@code java -Djmh.executor=VIRTUAL -jar …}. Callers of
 * {@code gate-async} and {@code bare-decr} do not wait; together they have some 2,000 purchases under way, and what counts is purchases
 * that were answered. Redis and the database start by themselves; {@code -Dseckill.test.redis=host:port} and {@code
 * -Dseckill.test.database=jdbc:…} before {@code -jar} name others.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first
public class PurchaseBenchmark {

    /** Who sells. */
    @Param({
        "bare-decr",
        "bare-evalsha",
        "usual",
        "redisson-lock",
        "jdbc-conditional",
        "redis-lua-lock",
        "gate-unbatched",
        "gate",
        "gate-async",
        "in-memory"
    })
    public String contender;

    /**
     * How much there is: {@code plenty}; {@code running-out}, half of what the first iteration sold, which has plenty; or {@code
     * sold-out}, nothing.
     */
    @Param("plenty")
    public String stock;

    /** Who buys: {@code distinct} buyers, or a {@code hot} one who is all callers at once. */
    @Param("distinct")
    public String buyers;

    private final LongAdder sold = new LongAdder();
    private TrialServers servers;
    private Contender seller;
    private int iteration;
    private long half;

    /** Starts what is needed. */
    @Setup(Level.Trial)
    public void connect() {
        servers = new TrialServers();
        seller = Contenders.connect(contender, servers.addresses());
    }

    /**
     * Opens a new sale once for all callers. They wait here, at a monitor: if this were an iteration's set-up of the shared state, JMH
     * would have all of them spin until it is done.
     */
    private synchronized void openFor(int callersIteration) {
        if (iteration == callersIteration) {
            return;
        }
        iteration = callersIteration;
        if (iteration == 2) {
            half = Math.max(1, sold.sum() / 2);
        }
        servers.emptyRedis();
        switch (stock) {
            case "plenty" -> seller.open(Sale.MAX_TOTAL);
            case "running-out" -> seller.open(iteration == 1 ? Sale.MAX_TOTAL : half);
            case "sold-out" -> {
                seller.open(1);
                seller.buy("first");
            }
            default -> throw new IllegalArgumentException("there is no stock " + stock);
        }
    }

    /** Stops everything. */
    @TearDown(Level.Trial)
    public void close() {
        seller.close();
        servers.close();
    }

    /** One caller. */
    @Benchmark
    @Threads(1)
    public Answer oneCaller(Caller caller) throws InterruptedException {
        return caller.buy();
    }

    /** Sixteen callers. */
    @Benchmark
    @Threads(16)
    public Answer sixteenCallers(Caller caller) throws InterruptedException {
        return caller.buy();
    }

    /** Two hundred callers. */
    @Benchmark
    @Threads(200)
    public Answer crowd(Caller caller) throws InterruptedException {
        return caller.buy();
    }

    /** Buys, and counts the answers, also those before and after the measured time, while callers wait for each other. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    @SuppressWarnings("NullAway.Init")
    public static class Caller {

        private static final long FIRST_BUYER = 1_000_000_000L;
        private static final long BUYERS_OF_A_CALLER = 1_000_000_000L;

        /** Purchases that got an item. */
        public long bought;

        /** Purchases that did not: sold out, or bought before. */
        public long refused;

        /** Purchases without an answer. */
        public long failed;

        private PurchaseBenchmark benchmark;
        private int callers;
        private int iteration;
        private long nextBuyer;
        private @Nullable Window window;
        private @Nullable String onlyBuyer;

        /** Finds out who this is. */
        @Setup(Level.Trial)
        public void meet(PurchaseBenchmark its, ThreadParams thread) {
            benchmark = its;
            callers = thread.getThreadCount();
            nextBuyer = FIRST_BUYER + thread.getThreadIndex() * BUYERS_OF_A_CALLER;
            // when nothing is left, making ids would take longer than the answers
            boolean sameAnswer = benchmark.buyers.equals("hot") || benchmark.stock.equals("sold-out");
            onlyBuyer = sameAnswer ? "buyer" : null;
        }

        /** Waits for the sale. */
        @Setup(Level.Iteration)
        public void begin() {
            benchmark.openFor(++iteration);
            window = Contenders.ASYNCHRONOUS.contains(benchmark.contender) ? new Window(callers) : null;
        }

        Answer buy() throws InterruptedException {
            String buyer = onlyBuyer == null ? Long.toString(nextBuyer++) : onlyBuyer;
            if (window != null) {
                window.submit(benchmark.seller, buyer);
                return Answer.BOUGHT;
            }
            Answer answer = buyAndWait(buyer);
            count(answer, 1);
            return answer;
        }

        private Answer buyAndWait(String buyer) {
            try {
                return benchmark.seller.buy(buyer);
            } catch (RuntimeException e) {
                return Answer.FAILED;
            }
        }

        private void count(Answer answer, long times) {
            switch (answer) {
                case BOUGHT -> bought += times;
                case SOLD_OUT, BOUGHT_BEFORE -> refused += times;
                case FAILED -> failed += times;
            }
        }

        /** Waits for the answers on their way. */
        @TearDown(Level.Iteration)
        public void end() throws InterruptedException {
            if (window != null) {
                window.close();
                for (Answer answer : Answer.values()) {
                    count(answer, window.of(answer));
                }
            }
            benchmark.sold.add(bought);
        }
    }
}
