package io.seckill.spring.relay;

import io.seckill.event.Events;
import io.seckill.relay.OrderRelay;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderSink;
import io.seckill.spi.Outbox;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.Traces;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.internal.SeckillStartupException;
import io.seckill.spring.internal.SeckillThreads;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the relay. A node with {@code seckill.relay.enabled=false} only sells.
 *
 * @since 0.1
 */
@AutoConfiguration
@ConditionalOnSeckill
@ConditionalOnBooleanProperty(name = "seckill.relay.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SeckillRelayProperties.class)
public final class SeckillRelayAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    OrderRelay seckillRelay(
            Outbox outbox,
            ObjectProvider<OrderSink> sink,
            AdmissionGate gate,
            ObjectProvider<SeckillMetrics> metrics,
            Events events,
            ObjectProvider<Traces> traces,
            SeckillRelayProperties properties,
            Environment environment) {
        return new OrderRelay(
                outbox,
                traces.getIfAvailable(() -> Traces.NONE)
                        .around(sink.getIfAvailable(SeckillRelayAutoConfiguration::noSink)),
                gate,
                metrics.getIfAvailable(() -> SeckillMetrics.NONE),
                events,
                properties.config(new SeckillThreads(environment).factory("seckill-relay-")));
    }

    @Bean
    RelayLifecycle seckillRelayLifecycle(OrderRelay relay) {
        return new RelayLifecycle(relay);
    }

    private static OrderSink noSink() {
        throw new SeckillStartupException(
                "There is no OrderSink bean, so accepted purchases would never become orders.",
                "Define a bean of type io.seckill.spi.OrderSink; or let the orders go to a database, with seckill-jdbc,"
                        + " spring-boot-starter-jdbc (or a DataSource bean), a JDBC driver such as com.mysql:mysql-connector-j, and"
                        + " spring.datasource.url; or set seckill.relay.enabled=false on a node that only sells.",
                null);
    }
}
