package io.seckill.spring.warmup;

import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * When announced sales are opened.
 *
 * @param interval How often the sale sources are asked.
 * @param lead How long before its window a sale is opened; at least the interval.
 */
@ConfigurationProperties(SeckillWarmUpProperties.PREFIX)
record SeckillWarmUpProperties(
        @DefaultValue("1m") Duration interval,
        @DefaultValue("10m") Duration lead) {

    static final String PREFIX = "seckill.warm-up";

    SeckillWarmUpProperties {
        Bounds.positive(PREFIX + ".interval", interval);
        if (lead.compareTo(interval) < 0) {
            throw new InvalidConfigurationPropertyValueException(
                    PREFIX + ".lead",
                    lead,
                    "Use at least " + PREFIX + ".interval (" + interval
                            + "), or a sale may be opened after its start.");
        }
    }
}
