package io.seckill.spring.endpoint;

import io.seckill.DeadLetters;
import io.seckill.Sales;
import io.seckill.reconcile.Reconciler;
import io.seckill.spi.Outbox;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.engine.SeckillEngineAutoConfiguration;
import io.seckill.spring.internal.RepeatingTask;
import io.seckill.spring.reconcile.SeckillReconcileAutoConfiguration;
import io.seckill.spring.redis.SeckillRedisAutoConfiguration;
import io.seckill.spring.warmup.SeckillWarmUpAutoConfiguration;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the actuator endpoint {@code seckill}. It is there only if the application names it
 * in {@code management.endpoints.web.exposure.include}, or in that of JMX.
 *
 * @since 0.1
 */
@AutoConfiguration(
        after = {
            SeckillEngineAutoConfiguration.class,
            SeckillReconcileAutoConfiguration.class,
            SeckillRedisAutoConfiguration.class,
            SeckillWarmUpAutoConfiguration.class
        })
@ConditionalOnSeckill
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBooleanProperty(name = "seckill.endpoint.enabled", matchIfMissing = true)
public final class SeckillEndpointAutoConfiguration {

    /** Looked at only where there is Boot's condition. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(SeckillEndpoint.class)
    @ConditionalOnBean({Sales.class, Outbox.class, DeadLetters.class})
    static class Exposed {

        @Bean
        @ConditionalOnMissingBean
        SeckillEndpoint seckillEndpoint(
                Sales sales,
                Outbox outbox,
                DeadLetters deadLetters,
                @Qualifier("seckillWarmUp") ObjectProvider<RepeatingTask> warmUp,
                ObjectProvider<Reconciler> reconciler) {
            return new SeckillEndpoint(
                    sales,
                    outbox,
                    deadLetters,
                    Optional.ofNullable(warmUp.getIfAvailable()),
                    Optional.ofNullable(reconciler.getIfAvailable()));
        }
    }
}
