package io.seckill.spring.health;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks a question that may hang, and waits only so long. While it hangs it is not asked again. */
final class Probe<T> {

    private final Supplier<T> question;
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable CompletableFuture<T> asked;

    Probe(Supplier<T> question, Executor executor) {
        this.question = question;
        this.executor = executor;
    }

    T ask(Duration patience) throws ExecutionException, TimeoutException, InterruptedException {
        return underWay().get(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    private CompletableFuture<T> underWay() {
        lock.lock();
        try {
            CompletableFuture<T> last = asked;
            if (last != null && !last.isDone()) {
                return last;
            }
            CompletableFuture<T> next = CompletableFuture.supplyAsync(question, executor);
            asked = next;
            return next;
        } finally {
            lock.unlock();
        }
    }
}
