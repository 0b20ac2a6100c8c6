package io.seckill.engine;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.spi.RateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * Asks the limiter about purchases that have a place in their lane. The place is entered or left once: by whoever takes the purchase out
 * of {@link #asking}, be it the limiter's answer, the deadline or the shutdown.
 */
final class Entrance {

    private final RateLimiter limiter;
    private final LaneContext context;
    private final ConcurrentMap<Pending, Lane> asking = new ConcurrentHashMap<>();

    Entrance(RateLimiter limiter, LaneContext context) {
        this.limiter = limiter;
        this.context = context;
    }

    /** Returns a rejection that is known at once; in every other case the purchase goes on by itself. */
    Optional<Rejected> pass(Lane lane, Pending purchase, PurchaseRequest request) {
        CompletionStage<Optional<Duration>> answer = ask(request);
        if (answer == RateLimiter.PASS) {
            lane.enter(purchase);
            return Optional.empty();
        }
        CompletableFuture<Optional<Duration>> future = answer.toCompletableFuture();
        if (future.isDone()
                && !future.isCompletedExceptionally()
                && future.join().isPresent()) {
            lane.leave();
            return future.join().map(Rejected::busyFor);
        }
        asking.put(purchase, lane);
        answer.whenComplete((wait, error) -> answered(purchase, error == null ? wait : Optional.empty()));
        if (context.unwatched().get()) {
            abandon();
        }
        return Optional.empty();
    }

    private CompletionStage<Optional<Duration>> ask(PurchaseRequest request) {
        try {
            return Objects.requireNonNull(limiter.tryPass(request));
        } catch (RuntimeException | Error e) {
            return RateLimiter.PASS;
        }
    }

    private void answered(Pending purchase, Optional<Duration> wait) {
        Lane lane = asking.remove(purchase);
        if (lane == null) {
            return; // given up meanwhile
        }
        if (wait.isEmpty()) {
            lane.enter(purchase);
        } else {
            lane.leave();
            context.settle(List.of(purchase), List.of(Rejected.busyFor(wait.get())));
        }
    }

    /** Gives up what has waited too long, and places whose caller has given up. */
    void sweep(long now) {
        giveUp(purchase -> purchase.nanosLeft(now) <= 0 || purchase.isSettled(), context.expired());
    }

    /** Settles everything, at shutdown. */
    void abandon() {
        giveUp(purchase -> true, "this node shut down");
    }

    private void giveUp(Predicate<Pending> which, String why) {
        List<Pending> given = new ArrayList<>();
        asking.forEach((purchase, lane) -> {
            if (which.test(purchase) && asking.remove(purchase, lane)) {
                lane.leave();
                given.add(purchase);
            }
        });
        context.giveUp(given, why);
    }
}
