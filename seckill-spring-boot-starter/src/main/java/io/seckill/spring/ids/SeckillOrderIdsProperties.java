package io.seckill.spring.ids;

import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How order ids are made.
 *
 * @param leaseTerm How long a node number is leased for, and so how long order ids can be made while Redis is away; at least
 *     100 ms.
 */
@ConfigurationProperties(SeckillOrderIdsProperties.PREFIX)
record SeckillOrderIdsProperties(@DefaultValue("10s") Duration leaseTerm) {

    static final String PREFIX = "seckill.order-ids";

    SeckillOrderIdsProperties {
        Bounds.atLeast(PREFIX + ".lease-term", leaseTerm, Duration.ofMillis(100));
    }
}
