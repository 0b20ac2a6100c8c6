package io.seckill.spring.order;

import io.seckill.order.SweepConfig;
import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How unpaid orders are cancelled, and changes that were lost on the way are mended.
 *
 * @param interval Pause between two looks at the ledger, and so how late an unpaid order is cancelled at most while all is well.
 * @param batchSize Most orders changed in one step.
 * @param claim How long this node has what it claimed for itself; longer than refunding one late payment takes.
 * @param maxPause Longest pause after failures.
 * @param stopWithin How long stopping waits for the step in work; keep it below spring.lifecycle.timeout-per-shutdown-phase.
 */
@ConfigurationProperties(SeckillOrdersProperties.PREFIX)
record SeckillOrdersProperties(
        @DefaultValue("1s") Duration interval,
        @DefaultValue("200") int batchSize,
        @DefaultValue("1m") Duration claim,
        @DefaultValue("10s") Duration maxPause,
        @DefaultValue("10s") Duration stopWithin) {

    static final String PREFIX = "seckill.orders.sweep";

    private static final int MAX_BATCH_SIZE = 10_000;

    SeckillOrdersProperties {
        Bounds.positive(PREFIX + ".interval", interval);
        Bounds.within(PREFIX + ".batch-size", batchSize, 1, MAX_BATCH_SIZE);
        Bounds.positive(PREFIX + ".claim", claim);
        Bounds.positive(PREFIX + ".max-pause", maxPause);
        Bounds.positive(PREFIX + ".stop-within", stopWithin);
    }

    SweepConfig config(ThreadFactory threads) {
        return new SweepConfig(interval, batchSize, claim, maxPause, stopWithin, threads);
    }
}
