package io.seckill.spring.health;

import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When the selling is not healthy.
 *
 * @param timeout How long the outbox may take to answer before the health is DOWN.
 * @param backlogAge Age of the oldest parcel in the outbox above which the health is DEGRADED.
 * @param backlogParcels Number of parcels in the outbox above which the health is DEGRADED.
 */
@ConfigurationProperties(SeckillHealthProperties.PREFIX)
record SeckillHealthProperties(
        @DefaultValue("1s") Duration timeout,
        @DefaultValue("30s") Duration backlogAge,
        @DefaultValue("10000") int backlogParcels) {

    static final String PREFIX = "seckill.health";

    SeckillHealthProperties {
        Bounds.positive(PREFIX + ".timeout", timeout);
        Bounds.notNegative(PREFIX + ".backlog-age", backlogAge);
        Bounds.within(PREFIX + ".backlog-parcels", backlogParcels, 0, Integer.MAX_VALUE);
    }
}
