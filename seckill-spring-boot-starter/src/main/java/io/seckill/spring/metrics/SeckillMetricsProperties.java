package io.seckill.spring.metrics;

import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How meters are fed.
 *
 * @param backlogInterval How often the outbox is sampled for its gauges, by each node.
 */
@ConfigurationProperties(SeckillMetricsProperties.PREFIX)
record SeckillMetricsProperties(@DefaultValue("10s") Duration backlogInterval) {

    static final String PREFIX = "seckill.metrics";

    SeckillMetricsProperties {
        Bounds.positive(PREFIX + ".backlog-interval", backlogInterval);
    }
}
