package io.seckill.engine;

import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.spi.OrderLedger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks a ledger for orders on one thread, one question at a time: those that are asked for meanwhile travel together in the next one, and
 * each order once, however many ask for it.
 */
final class LedgerQuestions implements AutoCloseable {

    private static final int MOST_AT_ONCE = 1_000;
    private static final long IDLE_SECONDS = 30;

    /** While a ledger gives no answer, nothing leaves what waits for it, though those who asked have gone. */
    static final int MOST_WAITING = 20_000;

    private final OrderLedger ledger;
    private final BiConsumer<OrderId, Optional<Order>> answers;
    private final ConcurrentMap<OrderId, CompletableFuture<Optional<Order>>> waiting = new ConcurrentHashMap<>();
    private final AtomicBoolean asking = new AtomicBoolean();
    private final ThreadPoolExecutor thread;

    /** Makes no thread until something is asked. The answers are told before those who wait get them. */
    LedgerQuestions(OrderLedger ledger, BiConsumer<OrderId, Optional<Order>> answers) {
        this(ledger, answers, task -> {
            Thread made = new Thread(task, "seckill-finder");
            made.setDaemon(true);
            return made;
        });
    }

    LedgerQuestions(OrderLedger ledger, BiConsumer<OrderId, Optional<Order>> answers, ThreadFactory threads) {
        this.ledger = ledger;
        this.answers = answers;
        this.thread =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        thread.allowCoreThreadTimeOut(true);
    }

    /** Returns the order as the ledger has it; fails at once if too many wait for the ledger already. */
    CompletableFuture<Optional<Order>> ask(OrderId order) {
        if (waiting.size() >= MOST_WAITING && !waiting.containsKey(order)) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(MOST_WAITING + " orders wait for its answer already"));
        }
        CompletableFuture<Optional<Order>> answer = waiting.computeIfAbsent(order, id -> new CompletableFuture<>());
        askSoon();
        return answer;
    }

    int waiting() {
        return waiting.size();
    }

    private void askSoon() {
        if (!waiting.isEmpty() && asking.compareAndSet(false, true)) {
            try {
                thread.execute(this::askOnce);
            } catch (Throwable e) { // closed, or there is no thread to be had
                asking.set(false);
                answer(List.copyOf(waiting.keySet()), null, e);
            }
        }
    }

    private void askOnce() {
        List<OrderId> orders = waiting.keySet().stream().limit(MOST_AT_ONCE).toList();
        try {
            Map<OrderId, Order> found = new HashMap<>();
            ledger.find(orders).forEach(order -> found.put(order.reservation().order(), order));
            answer(orders, found, null);
        } catch (Throwable e) { // or those who wait would do so in vain
            answer(orders, null, e);
        } finally {
            asking.set(false);
            askSoon();
        }
    }

    private void answer(List<OrderId> orders, @Nullable Map<OrderId, Order> found, @Nullable Throwable error) {
        for (OrderId order : orders) {
            if (found != null) {
                answers.accept(order, Optional.ofNullable(found.get(order)));
            }
            CompletableFuture<Optional<Order>> asked = waiting.remove(order);
            if (asked == null) {
                continue;
            }
            if (found != null) {
                asked.complete(Optional.ofNullable(found.get(order)));
            } else if (error != null) {
                asked.completeExceptionally(error);
            }
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
