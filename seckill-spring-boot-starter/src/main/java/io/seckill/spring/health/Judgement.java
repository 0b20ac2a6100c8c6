package io.seckill.spring.health;

import io.seckill.order.OrderSweep;
import io.seckill.relay.OrderRelay;
import io.seckill.spi.Outbox;
import io.seckill.spring.internal.SeckillThreads;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/** What both versions of Spring Boot share. */
@Configuration(proxyBeanMethods = false)
class Judgement {

    private static final String ORDER = "management.endpoint.health.status.order";

    @Bean
    SeckillHealth seckillHealth(
            Outbox outbox,
            ObjectProvider<OrderRelay> relay,
            ObjectProvider<OrderSweep> sweep,
            SeckillHealthProperties properties,
            Environment environment) {
        return new SeckillHealth(
                outbox,
                Optional.ofNullable(relay.getIfAvailable()),
                Optional.ofNullable(sweep.getIfAvailable()),
                properties,
                new SeckillThreads(environment).executor("seckill-health-", 1));
    }

    /** Boot passes over a status that it cannot rank; a rank that the application gives wins. */
    @Bean
    static BeanFactoryPostProcessor seckillHealthStatusOrder(ConfigurableEnvironment environment) {
        return beans -> environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "seckillHealthStatusOrder",
                        Map.of(ORDER, "DOWN,OUT_OF_SERVICE," + HealthReport.DEGRADED + ",UP,UNKNOWN")));
    }
}
