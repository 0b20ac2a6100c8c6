package io.seckill.engine;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.OrderId;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SaleRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Asks the gate what a buyer holds, in one sale or in all that this order may belong to. */
final class HoldingQuestions {

    /** The sales change rarely; a purchase in a newer one is found a little later. */
    private static final Duration SALES_MEMORY = Duration.ofSeconds(5);

    /** Whoever finds an older look waits for the next. */
    private static final Duration TOO_OLD = SALES_MEMORY.multipliedBy(2);

    /** An order that is this late is looked for in the ledger only. */
    private static final Duration AFTER_CLOSING = Duration.ofHours(1);

    /** A look at the sales: under way, failed or succeeded. */
    private record Look(CompletableFuture<List<SaleId>> sales, long begun) {

        boolean succeeded() {
            return sales.isDone() && !sales.isCompletedExceptionally();
        }

        boolean isYounger(Duration age, long now) {
            return now - begun < age.toNanos();
        }
    }

    private final AdmissionGate gate;
    private final Optional<SaleRegistry> registry;
    private final Supplier<Collection<SaleId>> busySales;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();

    private Look look;
    private Look known;

    /**
     * Makes questions.
     *
     * @param busySales the sales that sell on this node at the moment, none that the gate does not know
     */
    HoldingQuestions(
            AdmissionGate gate,
            Optional<SaleRegistry> registry,
            Supplier<Collection<SaleId>> busySales,
            LongSupplier nanoTime) {
        this.gate = gate;
        this.registry = registry;
        this.busySales = busySales;
        this.nanoTime = nanoTime;
        this.look = new Look(
                CompletableFuture.failedFuture(new IllegalStateException("nobody has looked yet")),
                nanoTime.getAsLong() - TOO_OLD.toNanos());
        this.known = look;
    }

    /** Returns the holding under this order id, if this buyer has it in one of the sales that are or were open lately. */
    CompletableFuture<Optional<Holding>> ask(OrderId order, BuyerId buyer) {
        return registry.map(this::recentSales)
                .orElseGet(() -> CompletableFuture.completedFuture(List.of()))
                .thenCompose(recent -> {
                    Set<SaleId> sales = new LinkedHashSet<>(busySales.get());
                    sales.addAll(recent);
                    return ask(sales, order, buyer);
                });
    }

    private CompletableFuture<Optional<Holding>> ask(Set<SaleId> sales, OrderId order, BuyerId buyer) {
        CompletableFuture<Optional<Holding>> found = CompletableFuture.completedFuture(Optional.empty());
        for (SaleId sale : sales) {
            found = found.thenCombine(ask(sale, order, buyer), (one, other) -> one.or(() -> other));
        }
        return found;
    }

    /** Returns the holding under this order id, if this buyer has it in this sale. */
    CompletableFuture<Optional<Holding>> ask(SaleId sale, OrderId order, BuyerId buyer) {
        return gate.holdings(sale, buyer)
                .thenApply(holdings -> holdings.stream()
                        .filter(holding -> holding.reservation().order().equals(order))
                        .findFirst())
                .toCompletableFuture();
    }

    /** One look at a time, on a thread of its own; meanwhile everybody takes what was seen before. */
    private CompletableFuture<List<SaleId>> recentSales(SaleRegistry source) {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            if (look.succeeded()) {
                known = look;
            }
            if (look.sales.isDone() && !known.isYounger(SALES_MEMORY, now)) {
                look = new Look(lookAt(source), now);
            }
            return known.isYounger(TOO_OLD, now) ? known.sales : look.sales;
        } finally {
            lock.unlock();
        }
    }

    private static CompletableFuture<List<SaleId>> lookAt(SaleRegistry source) {
        try {
            return CompletableFuture.supplyAsync(() -> recent(source), HoldingQuestions::start);
        } catch (Throwable e) { // there is no thread to be had
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "seckill-sales");
        thread.setDaemon(true);
        thread.start();
    }

    private static List<SaleId> recent(SaleRegistry source) {
        return source.ids().stream()
                .filter(sale ->
                        source.find(sale).filter(HoldingQuestions::isRecent).isPresent())
                .toList();
    }

    private static boolean isRecent(SaleStatus status) {
        return status.sale().closes().plus(AFTER_CLOSING).isAfter(status.serverTime());
    }
}
