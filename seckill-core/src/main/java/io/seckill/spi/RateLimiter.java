package io.seckill.spi;

import io.seckill.PurchaseRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides whether a purchase may go on to the gate, so that nobody can ask too often.
 *
 * <p>It protects capacity, not stock: the gate decides what is sold. So a limiter that cannot be asked, throws or fails lets the purchase
 * pass, and the gate behind it gives no answer that it does not know.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface RateLimiter {

    /** The answer to a purchase that may pass: complete already, so that it costs nothing. */
    CompletionStage<Optional<Duration>> PASS = CompletableFuture.completedFuture(Optional.empty());

    /** Lets everything pass. */
    RateLimiter NONE = request -> PASS;

    /**
     * Takes a place for this purchase if there is one, without blocking. The stage may complete on an I/O thread.
     *
     * @return empty if the purchase may pass, {@link #PASS} for one that is known to at once; otherwise the time after which there is a
     *     place, unless others take it meanwhile: more than zero, and nothing was taken
     */
    CompletionStage<Optional<Duration>> tryPass(PurchaseRequest request);
}
