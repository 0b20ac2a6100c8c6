package io.seckill.sample.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Crowds in front of a door that only counts them. */
@Timeout(60)
class CrowdRunTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<String> buyers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger mostInside = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Runnable eachBuyer = () -> {};
    private HttpServer door;

    @BeforeEach
    void open() throws IOException {
        door = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        door.setExecutor(threads);
        door.createContext("/api/sales/coupon/purchases", click -> {
            mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
            buyers.add(click.getRequestHeaders().getFirst("X-Buyer-Id"));
            eachBuyer.run();
            inside.decrementAndGet();
            click.sendResponseHeaders(202, -1);
            click.close();
        });
        door.start();
    }

    @AfterEach
    void close() {
        door.stop(0);
        threads.shutdownNow();
    }

    @Test
    void eachBuyerComesOnceAndNeverMoreThanSoManyAtATime() throws Exception {
        CrowdRun run = run(200, 8, Duration.ofMinutes(1));
        CountDownLatch eight = new CountDownLatch(8);
        eachBuyer = () -> {
            eight.countDown();
            await(eight);
        };

        run.letIn(over::countDown);

        over.await();
        assertThat(buyers).hasSize(200).allMatch(buyer -> buyer.startsWith("crowd-x-"));
        assertThat(mostInside).hasValue(8);
        assertThat(run.tally().accepted()).isEqualTo(200);
        assertThat(run.came()).isEqualTo(200);
    }

    @Test
    void nobodyIsLetInAfterItWasStopped() throws Exception {
        CrowdRun run = run(20_000, 4, Duration.ofMinutes(1));
        eachBuyer = run::stop;

        run.letIn(over::countDown);

        over.await();
        assertThat(run.came()).isBetween(1, 200).isEqualTo(buyers.size());
        assertThat(run.tally().accepted()).isEqualTo(run.came()); // those inside have their answer
    }

    @Test
    void nobodyIsLetInWhenTimeIsUp() throws Exception {
        CrowdRun run = run(20_000, 4, Duration.ZERO);

        run.letIn(over::countDown);

        assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(run.came()).isZero();
    }

    @Test
    void whoFindsNoDoorIsCountedAsAnError() throws Exception {
        door.stop(0);
        CrowdRun run = run(10, 2, Duration.ofMinutes(1));

        run.letIn(over::countDown);

        over.await();
        assertThat(run.tally().errors()).containsExactly(entry("ConnectException", 10));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private CrowdRun run(int buyers, int concurrency, Duration most) {
        return new CrowdRun(
                new CrowdBody("coupon", buyers, concurrency),
                URI.create("http://127.0.0.1:" + door.getAddress().getPort()),
                "crowd-x",
                most,
                threads);
    }
}
