package io.seckill.spring.engine;

import io.seckill.engine.EngineConfig;
import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How purchases are batched and how long they may wait.
 *
 * @param batchSize Most purchases in one call of the gate.
 * @param callsInFlight Most calls of one sale under way at once; more of them means smaller batches.
 * @param queueCapacity Most purchases of one sale waiting on this node; one more is answered BUSY.
 * @param deadline How long a purchase may take before its caller gets an exception.
 * @param soldOutMemory How long this node answers "sold out" by itself before it asks again; zero turns this off.
 * @param callbackThreads Threads that run what callers of Seckill.submit attached, at most 1024; not used with virtual threads.
 */
@ConfigurationProperties(SeckillEngineProperties.PREFIX)
record SeckillEngineProperties(
        @DefaultValue("256") int batchSize,
        @DefaultValue("2") int callsInFlight,
        @DefaultValue("10000") int queueCapacity,
        @DefaultValue("1s") Duration deadline,
        @DefaultValue("1s") Duration soldOutMemory,
        @DefaultValue("8") int callbackThreads) {

    static final String PREFIX = "seckill.engine";

    private static final int MAX_CALLBACK_THREADS = 1_024;

    SeckillEngineProperties {
        Bounds.atLeastOne(PREFIX + ".batch-size", batchSize);
        Bounds.atLeastOne(PREFIX + ".calls-in-flight", callsInFlight);
        Bounds.atLeastOne(PREFIX + ".queue-capacity", queueCapacity);
        Bounds.positive(PREFIX + ".deadline", deadline);
        Bounds.notNegative(PREFIX + ".sold-out-memory", soldOutMemory);
        Bounds.within(PREFIX + ".callback-threads", callbackThreads, 1, MAX_CALLBACK_THREADS);
    }

    EngineConfig config() {
        return new EngineConfig(batchSize, callsInFlight, queueCapacity, deadline, soldOutMemory);
    }
}
