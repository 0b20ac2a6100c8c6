package io.seckill.benchmarks;

import io.lettuce.core.RedisClient;
import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.PurchaseResult;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.RedisLuaGate;
import io.seckill.redis.RedisLuaSaleRegistry;
import io.seckill.redis.driver.LettuceDriver;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.Reply;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * One caller that waits for each answer: a bare EVALSHA, the usual tutorial script, and the gate with batches of 1 and of 256. Every
 * buyer is new and the stock never ends. Beside calls it counts purchases, and the microseconds that Redis spent in the scripts.
 *
 * <pre>{@code
 * mvn -q -B package -DskipTests && java -jar benchmarks/target/benchmarks.jar GateBenchmark
 * }</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first
public class GateBenchmark {

    private static final LuaScript EMPTY = LuaScript.of("empty.lua", "return { 1 }");
    private static final LuaScript USUAL = LuaScript.beside(GateBenchmark.class, "usual.lua");
    private static final RedisKeys KEYS = new RedisKeys("bench", 1);
    private static final SaleId SALE = new SaleId("benchmark");

    private LocalRedis redis;
    private RedisClient client;
    private LettuceDriver driver;
    private RedisLuaGate gate;
    private long buyers;

    /** Starts Redis. */
    @Setup(Level.Trial)
    public void start() {
        redis = LocalRedis.start();
        client = RedisClient.create(redis.uri());
        driver = LettuceDriver.of(client, Duration.ofSeconds(10));
        gate = new RedisLuaGate(driver, KEYS);
    }

    /** Opens a new sale on an empty server. */
    @Setup(Level.Iteration)
    public void open() {
        redis.command("FLUSHALL");
        redis.command("CONFIG", "RESETSTAT");
        redis.command("SET", "{usual}stock", "1000000000");
        Instant now = Instant.now();
        new RedisLuaSaleRegistry(driver, KEYS)
                .open(new Sale(SALE, Sale.MAX_TOTAL, 1, now.minusSeconds(60), now.plusSeconds(3_600)));
    }

    /** Stops everything. */
    @TearDown(Level.Trial)
    public void stop() {
        driver.close();
        client.shutdown();
        redis.close();
    }

    /** What the wire and Redis allow: a script that does nothing. */
    @Benchmark
    public Reply bareEvalsha() {
        return driver.eval(EMPTY, List.of(), List.of()).toCompletableFuture().join();
    }

    /** One call of the usual script for each purchase. */
    @Benchmark
    public Reply usualScript(Purchases purchases) {
        long buyer = ++buyers;
        purchases.count(redis, 1);
        return driver.eval(
                        USUAL,
                        List.of("{usual}stock", "{usual}buyers", "{usual}orders"),
                        List.of(Long.toString(buyer), Long.toString(730_000_000_000_000_000L + buyer)))
                .toCompletableFuture()
                .join();
    }

    /** One call of the gate for a batch of purchases. */
    @Benchmark
    public List<PurchaseResult> gate(Batch batch, Purchases purchases) {
        List<Reservation> wanted = new ArrayList<>(batch.size);
        for (int i = 0; i < batch.size; i++) {
            long buyer = ++buyers;
            OrderId order = new OrderId(Long.toString(730_000_000_000_000_000L + buyer));
            wanted.add(Reservation.of(SALE, new BuyerId(Long.toString(buyer)), order, 1));
        }
        purchases.count(redis, batch.size);
        return gate.admit(SALE, wanted).toCompletableFuture().join();
    }

    /** How many purchases travel in one call. */
    @State(Scope.Thread)
    public static class Batch {

        /** The number of purchases. */
        @Param({"1", "256"})
        public int size;
    }

    /** Purchases, and the microseconds that Redis spent in their scripts, both in a second: the second by the first is a purchase's cost. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @SuppressWarnings("NullAway.Init")
    public static class Purchases {

        private LocalRedis redis;

        /** Purchases made. */
        public long purchases;

        /** Microseconds that Redis spent for them. */
        public long redisMicros;

        void count(LocalRedis server, int made) {
            redis = server;
            purchases += made;
        }

        /** Asks Redis what it spent since the iteration began. */
        @TearDown(Level.Iteration)
        public void askRedis() {
            redisMicros = Long.parseLong(redis.info("cmdstat_evalsha").replaceAll(".*usec=(\\d+).*", "$1"));
        }
    }
}
