package io.seckill.benchmarks;

import io.seckill.lab.stage.ConnectedLock;
import io.seckill.lab.stage.Locks;
import io.seckill.spi.Lease;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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

/**
 * How often in a second a lock with a fixed lease is taken and given back, for every lock of this library, by one thread alone and by
 * eight that want the same one. Nothing is done under the lock.
 *
 * <pre>{@code
 * mvn -q -B package -DskipTests && java -jar benchmarks/target/benchmarks.jar LockBenchmark
 * }</pre>
 *
 * <p>Virtual threads and servers as in {@link PurchaseBenchmark}; ZooKeeper is always one server within this JVM.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first
public class LockBenchmark {

    private static final String NAME = "lock";
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Duration LEASE = Duration.ofSeconds(30);

    /** Which lock. */
    @Param({
        "in-memory",
        "redis-lua",
        "redisson-plain",
        "redisson-fair",
        "redisson-fenced",
        "jdbc-row",
        "jdbc-named",
        "zookeeper"
    })
    public String lock;

    private TrialServers servers;
    private ConnectedLock connected;

    /** Starts what is needed. */
    @Setup(Level.Trial)
    public void connect() throws InterruptedException {
        servers = new TrialServers();
        connected = Locks.connect(lock, servers.addresses());
        takeAndGiveBack();
    }

    /** Stops everything. */
    @TearDown(Level.Trial)
    public void close() {
        connected.close();
        servers.close();
    }

    /** One thread alone. */
    @Benchmark
    @Threads(1)
    public boolean uncontended() throws InterruptedException {
        return takeAndGiveBack();
    }

    /** Eight threads in each other's way. */
    @Benchmark
    @Threads(8)
    public boolean contended() throws InterruptedException {
        return takeAndGiveBack();
    }

    private boolean takeAndGiveBack() throws InterruptedException {
        try (Lease lease = connected.lock().tryLock(NAME, LONGEST_WAIT, LEASE).orElseThrow()) {
            return lease.isHeld();
        }
    }
}
