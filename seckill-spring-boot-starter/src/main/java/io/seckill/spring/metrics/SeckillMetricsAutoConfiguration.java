package io.seckill.spring.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.engine.EngineLoad;
import io.seckill.spi.Outbox;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.engine.SeckillEngineAutoConfiguration;
import io.seckill.spring.internal.RepeatingTask;
import io.seckill.spring.redis.SeckillRedisAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the meters.
 *
 * @since 0.1
 */
@AutoConfiguration(
        after = {SeckillRedisAutoConfiguration.class, SeckillEngineAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration", // Boot
            // 4
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration" // Boot 3.5
        })
@ConditionalOnSeckill
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnSingleCandidate(MeterRegistry.class)
@ConditionalOnBooleanProperty(name = "seckill.metrics.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SeckillMetricsProperties.class)
public final class SeckillMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(SeckillMetrics.class)
    MicrometerSeckillMetrics seckillMetrics(MeterRegistry registry) {
        return new MicrometerSeckillMetrics(registry);
    }

    @Bean
    @ConditionalOnBean(Outbox.class)
    @ConditionalOnMissingBean(name = "seckillBacklogSampling")
    RepeatingTask seckillBacklogSampling(Outbox outbox, MeterRegistry registry, SeckillMetricsProperties properties) {
        return new RepeatingTask(
                "seckill-backlog",
                "look at the backlog, for its meters,",
                properties.backlogInterval(),
                new BacklogGauges(outbox, registry));
    }

    @Bean
    @ConditionalOnSingleCandidate(EngineLoad.class)
    EngineGauges seckillEngineGauges(EngineLoad engine, MeterRegistry registry) {
        return new EngineGauges(engine, registry);
    }

    @Bean
    SaleGauges seckillSaleGauges(MeterRegistry registry, SeckillMetricsProperties properties) {
        return new SaleGauges(properties.sales(), registry);
    }
}
