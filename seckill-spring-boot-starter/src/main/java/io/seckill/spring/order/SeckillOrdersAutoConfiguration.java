package io.seckill.spring.order;

import io.seckill.Orders;
import io.seckill.event.Events;
import io.seckill.order.OrderDesk;
import io.seckill.order.OrderSweep;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.LatePaymentHandler;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.internal.SeckillThreads;
import io.seckill.spring.ledger.SeckillLedgerAutoConfiguration;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for {@link Orders} and the sweep, where there is an {@link OrderLedger}. A node with
 * {@code seckill.orders.sweep.enabled=false} leaves the sweep to others.
 *
 * @since 0.1
 */
@AutoConfiguration(after = SeckillLedgerAutoConfiguration.class)
@ConditionalOnSeckill
@ConditionalOnBean(OrderLedger.class)
public final class SeckillOrdersAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(Orders.class)
    OrderDesk seckillOrders(
            OrderLedger ledger, AdmissionGate gate, Events events, ObjectProvider<SeckillMetrics> metrics) {
        return new OrderDesk(ledger, gate, events, metrics.getIfAvailable(() -> SeckillMetrics.NONE));
    }

    /** The sweep. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "seckill.orders.sweep.enabled", matchIfMissing = true)
    @EnableConfigurationProperties(SeckillOrdersProperties.class)
    static class Sweeping {

        @Bean
        @ConditionalOnMissingBean
        OrderSweep seckillOrderSweep(
                ObjectProvider<OrderDesk> desk,
                OrderLedger ledger,
                AdmissionGate gate,
                Events events,
                ObjectProvider<SeckillMetrics> metrics,
                ObjectProvider<LatePaymentHandler> handler,
                SeckillOrdersProperties properties,
                Environment environment) {
            // an application with Orders of its own has no desk, but its orders are swept all the same
            return new OrderSweep(
                    desk.getIfAvailable(() ->
                            new OrderDesk(ledger, gate, events, metrics.getIfAvailable(() -> SeckillMetrics.NONE))),
                    Optional.ofNullable(handler.getIfAvailable()),
                    properties.config(new SeckillThreads(environment).factory("seckill-sweep-")));
        }

        @Bean
        SweepLifecycle seckillSweepLifecycle(OrderSweep sweep) {
            return new SweepLifecycle(sweep);
        }
    }
}
