package io.seckill.spring.watch;

import io.seckill.Sales;
import io.seckill.SeckillListener;
import io.seckill.event.Events;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.internal.RepeatingTask;
import io.seckill.spring.metrics.SeckillMetricsAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the look at all sales, on a thread of its own. Nobody looks unless somebody wants to
 * see.
 *
 * @since 0.1
 */
@AutoConfiguration(after = SeckillMetricsAutoConfiguration.class)
@ConditionalOnSeckill
@ConditionalOnBooleanProperty(name = "seckill.watch.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SeckillWatchProperties.class)
public final class SeckillWatchAutoConfiguration {

    @Bean
    @ConditionalOnBean(SeckillListener.class)
    StockNotices seckillStockNotices(ObjectProvider<Events> events, SeckillWatchProperties properties) {
        return new StockNotices(properties.lowStockPercent(), events.getIfAvailable(() -> Events.NONE)::tell);
    }

    @Bean
    @ConditionalOnBean(SaleWatcher.class)
    @ConditionalOnMissingBean(name = "seckillSaleWatch")
    RepeatingTask seckillSaleWatch(
            Sales sales, ObjectProvider<SaleWatcher> watchers, SeckillWatchProperties properties) {
        return new RepeatingTask(
                "seckill-watch",
                "look at all sales, for meters and notices,",
                properties.interval(),
                new SaleWatch(sales, watchers.orderedStream().toList()));
    }
}
