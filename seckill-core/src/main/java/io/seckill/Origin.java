package io.seckill;

import java.util.Objects;
import java.util.Optional;

/**
 * Where a reservation comes from.
 *
 * @param epoch how often the gate's data of the sale had been rebuilt when it was accepted; a ledger refuses what is older than its own
 * @param trace the trace of the purchase as a W3C {@code traceparent}, if it is sampled
 * @since 0.1
 */
public record Origin(int epoch, Optional<String> trace) {

    /** Of a sale that was never rebuilt, and untraced. */
    public static final Origin FIRST = new Origin(0, Optional.empty());

    /**
     * Checks the epoch.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Origin {
        Objects.requireNonNull(trace, "trace");
        if (epoch < 0) {
            throw new IllegalArgumentException("epoch must be at least 0, but was " + epoch);
        }
    }
}
