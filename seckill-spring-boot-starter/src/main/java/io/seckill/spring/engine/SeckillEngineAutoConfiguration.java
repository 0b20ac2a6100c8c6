package io.seckill.spring.engine;

import io.seckill.DeadLetters;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.engine.DeadLetterDesk;
import io.seckill.engine.EngineConfig;
import io.seckill.engine.EngineParts;
import io.seckill.engine.RegistrySales;
import io.seckill.engine.SeckillEngine;
import io.seckill.event.Events;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DeadLetterBox;
import io.seckill.spi.OrderIds;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.Outbox;
import io.seckill.spi.RateLimiter;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.Traces;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.internal.SeckillThreads;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for {@link Seckill}, {@link Sales} and {@link DeadLetters}.
 *
 * @since 0.1
 */
@AutoConfiguration
@ConditionalOnSeckill
@EnableConfigurationProperties(SeckillEngineProperties.class)
public final class SeckillEngineAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(Seckill.class)
    ApplicationSeckill seckillEngine(
            AdmissionGate gate,
            OrderIds orderIds,
            ObjectProvider<SeckillMetrics> metrics,
            ObjectProvider<RateLimiter> limiter,
            ObjectProvider<Traces> traces,
            Events events,
            ObjectProvider<OrderLedger> ledger,
            ObjectProvider<SaleRegistry> registry,
            SeckillEngineProperties properties,
            Environment environment) {
        SeckillThreads threads = new SeckillThreads(environment);
        SeckillMetrics told = metrics.getIfAvailable(() -> SeckillMetrics.NONE);
        RateLimiter asked = limiter.getIfAvailable(() -> RateLimiter.NONE);
        EngineConfig config = properties.config();
        return new ApplicationSeckill(
                () -> threads.executor("seckill-callback-", properties.callbackThreads()),
                callbacks -> new SeckillEngine(
                        new EngineParts(
                                gate,
                                orderIds,
                                callbacks,
                                told,
                                events,
                                asked,
                                traces.getIfAvailable(() -> Traces.NONE),
                                Optional.ofNullable(ledger.getIfAvailable()),
                                Optional.ofNullable(registry.getIfAvailable())),
                        config));
    }

    @Bean
    @ConditionalOnMissingBean(Sales.class)
    RegistrySales seckillSales(
            SaleRegistry registry, ObjectProvider<OrderLedger> ledger, Outbox outbox, Events events) {
        return new RegistrySales(registry, Optional.ofNullable(ledger.getIfAvailable()), outbox, events);
    }

    @Bean
    @ConditionalOnMissingBean(DeadLetters.class)
    DeadLetterDesk seckillDeadLetters(
            Outbox outbox, AdmissionGate gate, SaleRegistry sales, ObjectProvider<OrderLedger> ledger, Events events) {
        return new DeadLetterDesk(
                DeadLetterBox.of(outbox), gate, sales, Optional.ofNullable(ledger.getIfAvailable()), events);
    }
}
