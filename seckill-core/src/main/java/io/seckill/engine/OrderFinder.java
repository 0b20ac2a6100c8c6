package io.seckill.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderProgress;
import io.seckill.OrderStatus;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Reservation;
import io.seckill.SeckillUnavailableException;
import io.seckill.engine.RecentPurchases.Purchase;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers how far purchases have come, from memory where it can: what this node accepted is on its way for a while, and what has ended
 * stays so. Then it asks the ledger, and where that knows nothing, the gate. An announced change makes it ask again.
 */
final class OrderFinder implements AutoCloseable {

    /** How long a purchase of this node is taken to be on its way without asking, in case the announcement of its storage is lost. */
    static final Duration ON_ITS_WAY = Duration.ofSeconds(3);

    static final Duration UNPAID = Duration.ofSeconds(2);
    static final Duration ABSENT = Duration.ofSeconds(1);
    static final Duration FINAL = Duration.ofMinutes(5);

    private static final int REMEMBERED = 100_000;
    private static final OrderProgress UNKNOWN = new OrderProgress.Unknown();

    /**
     * What was found out.
     *
     * @param notHeldBy who was found to hold nothing under this order id
     */
    private record Answer(
            OrderProgress progress,
            Duration valid,
            @Nullable BuyerId notHeldBy) {}

    private final RecentPurchases recent = new RecentPurchases();
    private final Cache<OrderId, Answer> answers;
    private final @Nullable LedgerQuestions ledger;
    private final HoldingQuestions gate;
    private final Duration patience;
    private final LongSupplier nanoTime;
    private final Subscription changes;

    OrderFinder(EngineParts parts, HoldingQuestions gate, Duration patience, LongSupplier nanoTime) {
        this.gate = gate;
        this.patience = patience;
        this.nanoTime = nanoTime;
        this.answers = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfter(Expiry.<OrderId, Answer>creating((order, answer) -> answer.valid))
                .ticker(nanoTime::getAsLong)
                .build();
        this.ledger = parts.ledger()
                .map(each -> new LedgerQuestions(each, this::remember))
                .orElse(null);
        this.changes = parts.events().onChanged(this::changed);
    }

    /** Remembers what was accepted. On the path of every purchase, so it asks nobody and locks nothing. */
    void answered(List<PurchaseResult> results) {
        long now = nanoTime.getAsLong();
        for (PurchaseResult result : results) {
            if (result instanceof Accepted accepted) {
                // a repetition may come after anything has happened to the order
                recent.remember(accepted.reservation(), accepted.replayed() ? now : now + ON_ITS_WAY.toNanos());
            }
        }
    }

    private void changed(List<OrderId> orders) {
        long now = nanoTime.getAsLong();
        orders.forEach(order -> {
            recent.distrust(order, now);
            answers.invalidate(order);
        });
    }

    OrderProgress find(OrderId order, BuyerId buyer) {
        OrderProgress progress = find(order, Optional.of(buyer));
        return isOf(progress, buyer) ? progress : UNKNOWN;
    }

    OrderProgress find(OrderId order) {
        return find(order, Optional.empty());
    }

    private OrderProgress find(OrderId order, Optional<BuyerId> asker) {
        Purchase own = recent.find(order);
        if (own == null) {
            return ask(order, asker, null);
        }
        if (own.trustedUntil() - nanoTime.getAsLong() > 0) {
            return new OrderProgress.Queued(own.reservation());
        }
        try {
            return ask(order, Optional.of(own.reservation().buyer()), own.reservation());
        } catch (SeckillUnavailableException e) {
            return queued(own.reservation()); // it was, and nobody has said otherwise
        }
    }

    private OrderProgress ask(OrderId order, Optional<BuyerId> holder, @Nullable Reservation own) {
        Answer answer = answers.getIfPresent(order);
        if (answer == null) {
            Optional<Order> found = ledger == null ? Optional.empty() : await("order ledger", ledger.ask(order));
            answer = answerOf(found);
        }
        boolean gateMayKnow = answer.progress == UNKNOWN
                && holder.isPresent()
                && !holder.get().equals(answer.notHeldBy);
        return gateMayKnow ? askGate(order, holder.get(), own) : answer.progress;
    }

    private OrderProgress askGate(OrderId order, BuyerId holder, @Nullable Reservation own) {
        Optional<Holding> found =
                await("gate", own == null ? gate.ask(order, holder) : gate.ask(own.sale(), order, holder));
        if (found.isEmpty()) {
            recent.forget(order);
            answers.put(order, new Answer(UNKNOWN, ABSENT, holder));
            return UNKNOWN;
        }
        Reservation reservation = found.get().reservation();
        if (found.get().live()) {
            return queued(reservation);
        }
        recent.forget(order);
        OrderProgress released =
                new OrderProgress.Released(reservation, found.get().released().orElseThrow());
        answers.put(order, new Answer(released, FINAL, null));
        return released;
    }

    private OrderProgress queued(Reservation reservation) {
        recent.remember(reservation, nanoTime.getAsLong() + ON_ITS_WAY.toNanos());
        return new OrderProgress.Queued(reservation);
    }

    private void remember(OrderId order, Optional<Order> found) {
        answers.put(order, answerOf(found));
        if (found.isPresent()) {
            recent.forget(order);
        }
    }

    private static Answer answerOf(Optional<Order> found) {
        if (found.isEmpty()) {
            return new Answer(UNKNOWN, ABSENT, null);
        }
        Duration valid = found.get().status() == OrderStatus.UNPAID ? UNPAID : FINAL;
        return new Answer(new OrderProgress.Stored(found.get()), valid, null);
    }

    /** How many orders the ledger is being asked for. */
    int waiting() {
        return ledger == null ? 0 : ledger.waiting();
    }

    private <T> T await(String whom, CompletableFuture<T> answer) {
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw unavailable("the " + whom + " failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw unavailable("the " + whom + " gave no answer within " + patience.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("the caller was interrupted", e);
        }
    }

    private static SeckillUnavailableException unavailable(String message, @Nullable Throwable cause) {
        return SeckillUnavailableException.nothingChanged(message, cause);
    }

    private static boolean isOf(OrderProgress progress, BuyerId buyer) {
        if (progress instanceof OrderProgress.Queued queued) {
            return queued.reservation().buyer().equals(buyer);
        }
        if (progress instanceof OrderProgress.Stored stored) {
            return stored.order().reservation().buyer().equals(buyer);
        }
        return progress instanceof OrderProgress.Released released
                && released.reservation().buyer().equals(buyer);
    }

    @Override
    public void close() {
        changes.close();
        if (ledger != null) {
            ledger.close();
        }
    }
}
