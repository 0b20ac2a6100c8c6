package io.seckill.spring.order;

import io.seckill.SeckillListener;
import io.seckill.event.Events;
import io.seckill.memory.InMemoryOrderAnnouncements;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spring.ConditionalOnSeckill;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for events: they go to all {@link SeckillListener} beans of the application, in
 * their order.
 *
 * @since 0.1
 */
@AutoConfiguration
@ConditionalOnSeckill
public final class SeckillEventsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Events seckillEvents(
            ObjectProvider<SeckillListener> listeners,
            ObjectProvider<OrderAnnouncements> announcements,
            ObjectProvider<SeckillMetrics> metrics) {
        // the listeners not before they are needed: they may themselves need Seckill or Orders
        return new Events(
                () -> listeners.orderedStream().toList(),
                announcements.getIfAvailable(InMemoryOrderAnnouncements::new),
                metrics.getIfAvailable(() -> SeckillMetrics.NONE));
    }
}
