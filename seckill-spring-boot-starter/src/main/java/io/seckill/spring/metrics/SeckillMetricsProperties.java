package io.seckill.spring.metrics;

import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How meters are fed.
 *
 * @param backlogInterval How often the outbox is sampled for its gauges, by each node.
 * @param sales Most sales that have gauges of their own, 0 to 1000; those that may still sell come first, then those that opened last.
 */
@ConfigurationProperties(SeckillMetricsProperties.PREFIX)
record SeckillMetricsProperties(
        @DefaultValue("10s") Duration backlogInterval,
        @DefaultValue("50") int sales) {

    static final String PREFIX = "seckill.metrics";

    SeckillMetricsProperties {
        Bounds.positive(PREFIX + ".backlog-interval", backlogInterval);
        Bounds.within(PREFIX + ".sales", sales, 0, 1_000);
    }
}
