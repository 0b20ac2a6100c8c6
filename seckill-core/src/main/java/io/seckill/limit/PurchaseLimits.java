package io.seckill.limit;

import io.seckill.PurchaseRequest;
import io.seckill.internal.Trouble;
import io.seckill.spi.RateLimiter;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SeckillMetrics.LimitKind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limiters of a node, in this order: the node's own; those of the buyer and of the address, asked together; the cluster's. The
 * purchase passes if all let it pass. A limiter is asked only when those before it have let the purchase pass, so a buyer who asks too
 * often uses up nothing of what all buyers share in the cluster.
 *
 * <p>A limiter that fails lets the purchase pass, and a warning says so once until it answers again.
 *
 * @since 0.1
 */
public final class PurchaseLimits implements RateLimiter {

    private static final Logger log = LoggerFactory.getLogger(PurchaseLimits.class);

    private final RateLimiter node;
    private final RateLimiter buyer;
    private final RateLimiter address;
    private final RateLimiter cluster;

    /**
     * Puts limiters in order.
     *
     * @param limiters those there are
     * @param metrics is told which of them turns a purchase away
     */
    public PurchaseLimits(Map<LimitKind, RateLimiter> limiters, SeckillMetrics metrics) {
        Map<LimitKind, RateLimiter> watched = new EnumMap<>(LimitKind.class);
        limiters.forEach((kind, limiter) -> watched.put(kind, new Watched(kind, limiter, metrics, trouble(kind))));
        this.node = watched.getOrDefault(LimitKind.NODE, NONE);
        this.buyer = watched.getOrDefault(LimitKind.BUYER, NONE);
        this.address = watched.getOrDefault(LimitKind.ADDRESS, NONE);
        this.cluster = watched.getOrDefault(LimitKind.CLUSTER, NONE);
    }

    private static Trouble trouble(LimitKind kind) {
        return new Trouble(
                log, kind.name().toLowerCase(Locale.ROOT) + " limiter, which lets purchases pass meanwhile,");
    }

    @Override
    public CompletionStage<Optional<Duration>> tryPass(PurchaseRequest request) {
        return then(node.tryPass(request), () -> then(together(request), () -> cluster.tryPass(request)));
    }

    private CompletionStage<Optional<Duration>> together(PurchaseRequest request) {
        CompletionStage<Optional<Duration>> first = buyer.tryPass(request);
        CompletionStage<Optional<Duration>> second = address.tryPass(request);
        if (first == PASS) {
            return second;
        }
        return second == PASS ? first : first.thenCombine(second, PurchaseLimits::longer);
    }

    private static Optional<Duration> longer(Optional<Duration> one, Optional<Duration> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.or(() -> other);
        }
        return one.get().compareTo(other.get()) >= 0 ? one : other;
    }

    private static CompletionStage<Optional<Duration>> then(CompletionStage<Optional<Duration>> first, Asking next) {
        return first == PASS ? next.ask() : first.thenCompose(wait -> wait.isPresent() ? first : next.ask());
    }

    @FunctionalInterface
    private interface Asking {
        CompletionStage<Optional<Duration>> ask();
    }

    /** A limiter that lets pass what it cannot judge, and whose refusals are counted. */
    private record Watched(LimitKind kind, RateLimiter limiter, SeckillMetrics metrics, Trouble trouble)
            implements RateLimiter {

        @Override
        public CompletionStage<Optional<Duration>> tryPass(PurchaseRequest request) {
            CompletionStage<Optional<Duration>> answer;
            try {
                answer = limiter.tryPass(request);
            } catch (RuntimeException e) {
                failed(e);
                return PASS;
            }
            if (answer == PASS) {
                trouble.worked();
                return PASS;
            }
            return answer.handle((wait, error) -> error == null ? counted(wait) : failed(error));
        }

        private Optional<Duration> counted(Optional<Duration> wait) {
            trouble.worked();
            if (wait.isPresent()) {
                metrics.limited(kind);
            }
            return wait;
        }

        private Optional<Duration> failed(Throwable error) {
            trouble.failed(error);
            return Optional.empty();
        }
    }
}
