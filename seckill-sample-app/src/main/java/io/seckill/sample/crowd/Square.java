package io.seckill.sample.crowd;

import io.seckill.SaleId;
import io.seckill.sample.web.Problems;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Where crowds gather, in front of this very shop: one at a time, for two minutes at most. */
@Component
@Profile("demo")
class Square {

    private static final Duration MOST = Duration.ofMinutes(2);
    private static final Duration DRAIN = Duration.ofMinutes(1);
    private static final long LOOK_EVERY_MILLIS = 200;
    private static final int THREADS = 4;
    private static final int BASE = 36;

    private final Books books;
    private final Environment environment;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "crowd");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicReference<@Nullable Crowd> last = new AtomicReference<>();

    Square(Books books, Environment environment) {
        this.books = books;
        this.environment = environment;
    }

    /** Lets a crowd loose, unless there is one. */
    CrowdView gather(CrowdBody wish, SaleId sale) {
        if (!books.knows(sale)) {
            throw Problems.notFound("UNKNOWN_SALE", "there is no sale '" + sale + "'; GET /api/sales lists them");
        }
        URI shop = URI.create("http://127.0.0.1:" + environment.getRequiredProperty("local.server.port"));
        String name = "crowd-" + Long.toString(System.currentTimeMillis(), BASE);
        Crowd crowd = new Crowd(new CrowdRun(wish, shop, name, MOST, threads), books, sale);
        Crowd before = last.get();
        if ((before != null && !before.isOver()) || !last.compareAndSet(before, crowd)) {
            throw Problems.of(
                    HttpStatus.CONFLICT, "CROWD_BUSY", "there is a crowd already; wait until it is over, or stop it");
        }
        crowd.run().letIn(() -> judge(crowd, System.nanoTime() + DRAIN.toNanos()));
        return crowd.view();
    }

    private void judge(Crowd crowd, long until) {
        if (crowd.judge()) {
            return;
        }
        if (System.nanoTime() >= until) {
            crowd.giveUp("not everything is in the database after a minute");
            return;
        }
        CompletableFuture.delayedExecutor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS, threads)
                .execute(() -> judge(crowd, until));
    }

    /** Returns the crowd of now, or the last one. */
    Optional<CrowdView> look() {
        return Optional.ofNullable(last.get()).map(Crowd::view);
    }

    /** Lets nobody in any more; those inside get their answer. */
    Optional<CrowdView> disperse() {
        Optional.ofNullable(last.get()).ifPresent(crowd -> crowd.run().stop());
        return look();
    }

    @EventListener(ContextClosedEvent.class)
    void close() {
        disperse();
        threads.shutdownNow();
    }
}
