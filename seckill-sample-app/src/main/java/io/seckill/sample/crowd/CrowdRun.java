package io.seckill.sample.crowd;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Buyers who come through so many doors, one after the other through each, until all have been there or time is up. */
final class CrowdRun {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String CLICK = "{\"requestKey\":\"click\"}";

    private final CrowdBody wish;
    private final URI purchases;
    private final String name;
    private final long mostNanos;
    private final Executor threads;
    private final HttpClient http;
    private final Tally tally;
    private final AtomicInteger came = new AtomicInteger();
    private final AtomicInteger doors;
    private final long start = System.nanoTime();
    private volatile @Nullable Duration took;
    private volatile boolean stopped;
    private volatile Runnable whenOver = () -> {};

    /**
     * Makes a crowd that waits outside.
     *
     * @param shop where the shop is
     * @param name begins the names of its buyers
     * @param most how long it may take
     * @param threads handle answers; few are enough
     */
    CrowdRun(CrowdBody wish, URI shop, String name, Duration most, Executor threads) {
        this.wish = wish;
        this.purchases = shop.resolve("/api/sales/" + wish.saleId() + "/purchases");
        this.name = name;
        this.mostNanos = most.toNanos();
        this.threads = threads;
        this.tally = new Tally(wish.buyers());
        this.doors = new AtomicInteger(Math.min(wish.concurrency(), wish.buyers()));
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .build();
    }

    /** Lets it in. When the last buyer has left, the task is run. */
    void letIn(Runnable then) {
        whenOver = then;
        for (int door = doors.get(); door > 0; door--) {
            threads.execute(this::next);
        }
    }

    /** Lets nobody in any more. */
    void stop() {
        stopped = true;
    }

    private void next() {
        int buyer = came.getAndIncrement();
        if (buyer < wish.buyers() && !stopped && System.nanoTime() - start < mostNanos) {
            click(buyer);
            return;
        }
        came.decrementAndGet();
        if (doors.decrementAndGet() == 0) {
            took = age();
            whenOver.run();
        }
    }

    private void click(int buyer) {
        HttpRequest request = HttpRequest.newBuilder(purchases)
                .timeout(PATIENCE)
                .header("X-Buyer-Id", name + "-" + buyer)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(CLICK))
                .build();
        long clicked = System.nanoTime();
        CompletionStage<HttpResponse<String>> told = http.sendAsync(request, BodyHandlers.ofString());
        told.whenCompleteAsync(
                (answer, failure) -> {
                    count(answer, failure, System.nanoTime() - clicked);
                    next();
                },
                threads);
    }

    private void count(@Nullable HttpResponse<String> answer, @Nullable Throwable failure, long nanos) {
        if (answer != null) {
            tally.answer(answer.statusCode(), answer.body(), nanos);
        } else if (failure != null) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            tally.error(cause.getClass().getSimpleName());
        }
    }

    CrowdBody wish() {
        return wish;
    }

    Tally tally() {
        return tally;
    }

    boolean isOver() {
        return took != null;
    }

    /** Returns how many have been let in. */
    int came() {
        return Math.min(came.get(), wish.buyers());
    }

    /** Returns how long ago it was let in. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Returns how long it has clicked so far, or did. */
    Duration took() {
        return Objects.requireNonNullElseGet(took, this::age);
    }
}
