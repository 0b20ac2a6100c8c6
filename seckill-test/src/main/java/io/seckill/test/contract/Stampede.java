package io.seckill.test.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/**
 * Lets many callers go at the same instant and collects what each got.
 *
 * @since 0.1
 */
public final class Stampede {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Stampede() {}

    /**
     * Runs one call on each of {@code threads} threads, all released together, and returns their results in order of number.
     *
     * @throws AssertionError if a call failed or did not return within a minute
     */
    public static <T> List<T> of(int threads, IntFunction<T> call) {
        List<Callable<T>> calls = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            calls.add(() -> call.apply(number));
        }
        return together(calls);
    }

    private static <T> List<T> together(List<Callable<T>> calls) {
        CountDownLatch ready = new CountDownLatch(calls.size());
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> call : calls) {
                futures.add(threads.submit(() -> {
                    ready.countDown();
                    go.await();
                    return call.call();
                }));
            }
            ready.await();
            go.countDown();
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError("a caller failed", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("a caller did not return within " + PATIENCE, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
