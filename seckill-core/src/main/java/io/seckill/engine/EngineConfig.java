package io.seckill.engine;

import java.time.Duration;

/**
 * How purchases are batched and how long they may wait.
 *
 * @param batchSize most purchases in one gate call, at least 1
 * @param callsInFlight most gate calls of one sale under way at once, at least 1; more of them means smaller batches
 * @param queueCapacity most purchases of one sale waiting on this node to be sent, at least 1; one more is answered BUSY
 * @param deadline how long a purchase may take before its caller gets an exception, more than zero
 * @param soldOutMemory how long a node answers "sold out" by itself before it asks again, not negative; zero turns this off
 * @since 0.1
 */
public record EngineConfig(
        int batchSize, int callsInFlight, int queueCapacity, Duration deadline, Duration soldOutMemory) {

    /** Batches of up to 256, two calls in flight, 10,000 waiting, one second each. */
    public static final EngineConfig DEFAULT =
            new EngineConfig(256, 2, 10_000, Duration.ofSeconds(1), Duration.ofSeconds(1));

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is out of bounds; the message names it
     */
    public EngineConfig {
        atLeastOne("batchSize", batchSize);
        atLeastOne("callsInFlight", callsInFlight);
        atLeastOne("queueCapacity", queueCapacity);
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("deadline must be more than zero, but was " + deadline);
        }
        if (soldOutMemory.isNegative()) {
            throw new IllegalArgumentException("soldOutMemory must not be negative, but was " + soldOutMemory);
        }
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, but was " + value);
        }
    }
}
