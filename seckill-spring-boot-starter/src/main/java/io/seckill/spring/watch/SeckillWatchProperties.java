package io.seckill.spring.watch;

import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How sales are watched.
 *
 * @param interval How often all sales are looked at, by each node.
 * @param lowStockPercent Share of the stock, in percent, at which SeckillListener.stockLow is called, 1 to 99.
 */
@ConfigurationProperties(SeckillWatchProperties.PREFIX)
record SeckillWatchProperties(
        @DefaultValue("5s") Duration interval,
        @DefaultValue("10") int lowStockPercent) {

    static final String PREFIX = "seckill.watch";

    SeckillWatchProperties {
        Bounds.positive(PREFIX + ".interval", interval);
        Bounds.within(PREFIX + ".low-stock-percent", lowStockPercent, 1, 99);
    }
}
