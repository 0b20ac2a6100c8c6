package io.seckill.spring.relay;

import io.seckill.relay.RelayConfig;
import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How reservations are brought to the order sink.
 *
 * @param workers Threads that call the sink, each with one batch at a time; at most 256. Size it to the sink, such as its database connections.
 * @param batchSize Most reservations handed to the sink in one call.
 * @param idlePoll How often a quiet partition is looked at in case the signal of an arrival was lost.
 * @param maxAttempts Failures of one reservation after which it becomes a dead letter.
 * @param firstPause Pause after a first failure; it doubles with each further one.
 * @param maxPause Longest pause after a failure.
 * @param stopWithin How long stopping waits for the batches in work; keep it below spring.lifecycle.timeout-per-shutdown-phase.
 */
@ConfigurationProperties(SeckillRelayProperties.PREFIX)
record SeckillRelayProperties(
        @DefaultValue("2") int workers,
        @DefaultValue("256") int batchSize,
        @DefaultValue("1s") Duration idlePoll,
        @DefaultValue("30") int maxAttempts,
        @DefaultValue("100ms") Duration firstPause,
        @DefaultValue("5s") Duration maxPause,
        @DefaultValue("20s") Duration stopWithin) {

    static final String PREFIX = "seckill.relay";

    /** Each worker is a thread, started at once: more of them than any sink can serve is a slip of the keyboard. */
    private static final int MAX_WORKERS = 256;

    SeckillRelayProperties {
        Bounds.within(PREFIX + ".workers", workers, 1, MAX_WORKERS);
        Bounds.atLeastOne(PREFIX + ".batch-size", batchSize);
        Bounds.positive(PREFIX + ".idle-poll", idlePoll);
        Bounds.atLeastOne(PREFIX + ".max-attempts", maxAttempts);
        Bounds.positive(PREFIX + ".first-pause", firstPause);
        Bounds.positive(PREFIX + ".max-pause", maxPause);
        Bounds.positive(PREFIX + ".stop-within", stopWithin);
    }

    RelayConfig config(ThreadFactory threads) {
        return new RelayConfig(workers, batchSize, idlePoll, maxAttempts, firstPause, maxPause, stopWithin, threads);
    }
}
