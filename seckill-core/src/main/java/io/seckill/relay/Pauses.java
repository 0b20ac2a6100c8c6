package io.seckill.relay;

/** Growing pauses of the partitions that fail. Not thread-safe. */
final class Pauses {

    private final RelayConfig config;
    private final int[] failures;
    private final long[] until;
    private final long start = System.nanoTime();

    Pauses(int partitions, RelayConfig config) {
        this.config = config;
        this.failures = new int[partitions];
        this.until = new long[partitions];
    }

    void failed(int partition) {
        until[partition] = now() + config.pauseNanos(++failures[partition]);
    }

    void worked(int partition) {
        failures[partition] = 0;
    }

    /** Whether it failed and has not worked since. */
    boolean fails(int partition) {
        return failures[partition] > 0;
    }

    boolean over(int partition) {
        return nanosLeft(partition) <= 0;
    }

    /** Nanoseconds until the first pause is over, or {@link Long#MAX_VALUE} if nothing fails. */
    long nanosToNext() {
        long next = Long.MAX_VALUE;
        for (int partition = 0; partition < until.length; partition++) {
            if (fails(partition)) {
                next = Math.min(next, nanosLeft(partition));
            }
        }
        return next;
    }

    private long nanosLeft(int partition) {
        return fails(partition) ? Math.max(0, until[partition] - now()) : 0;
    }

    private long now() {
        return System.nanoTime() - start;
    }
}
