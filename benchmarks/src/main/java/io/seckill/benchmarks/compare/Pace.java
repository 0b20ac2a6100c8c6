package io.seckill.benchmarks.compare;

import java.time.Duration;
import java.util.List;

/**
 * How long a comparison takes. Every load ends when its time is over or its count is reached.
 *
 * @param slice time of one contender in one round
 * @param sliceBuyers buyers of one contender in one round at most
 * @param rounds rounds that count, after the one that warms up
 * @param callers numbers of waiting callers, the largest first
 * @param memoryReservations reservations whose memory is looked at
 * @param singleOrders backlog for one transaction per order
 * @param batchedOrders backlog for the ledger
 * @param orderRounds rounds of orders that count, after the one that warms up
 * @param orderLimit time in which a backlog should be gone
 * @param growth sizes that one sale grows to, none to leave this out
 * @param backlog entries that the relay finds waiting, 0 to leave this out
 */
public record Pace(
        Duration slice,
        int sliceBuyers,
        int rounds,
        List<Integer> callers,
        int memoryReservations,
        int singleOrders,
        int batchedOrders,
        int orderRounds,
        Duration orderLimit,
        List<Integer> growth,
        int backlog) {

    private static final List<Integer> GROWTH = List.of(10_000, 900_000, 1_000_000, 4_000_000, 5_000_000);
    private static final int BACKLOG = 1_000_000;

    /** Some minutes. */
    public static final Pace FULL = new Pace(
            Duration.ofSeconds(1),
            750_000,
            6,
            List.of(200, 16, 1),
            250_000,
            10_000,
            400_000,
            2,
            Duration.ofSeconds(20),
            GROWTH,
            BACKLOG);

    /** Within three minutes on two cores, starting the servers included. */
    public static final Pace QUICK = new Pace(
            Duration.ofMillis(500),
            400_000,
            4,
            List.of(200, 1),
            125_000,
            4_000,
            150_000,
            1,
            Duration.ofSeconds(8),
            List.of(),
            0);

    int mostCallers() {
        return callers.get(0);
    }

    /** Returns this pace with a look at the growth of a sale. */
    public Pace withGrowth() {
        return new Pace(
                slice,
                sliceBuyers,
                rounds,
                callers,
                memoryReservations,
                singleOrders,
                batchedOrders,
                orderRounds,
                orderLimit,
                GROWTH,
                BACKLOG);
    }
}
