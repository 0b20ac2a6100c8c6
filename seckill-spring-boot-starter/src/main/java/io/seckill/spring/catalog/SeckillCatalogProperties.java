package io.seckill.spring.catalog;

import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long what is written about sales is kept on this node.
 *
 * @param keep How long the definition and state of a sale are given again before the backend is asked; stock is never kept.
 */
@ConfigurationProperties(SeckillCatalogProperties.PREFIX)
record SeckillCatalogProperties(@DefaultValue("2s") Duration keep) {

    static final String PREFIX = "seckill.catalog";

    SeckillCatalogProperties {
        Bounds.positive(PREFIX + ".keep", keep);
    }
}
