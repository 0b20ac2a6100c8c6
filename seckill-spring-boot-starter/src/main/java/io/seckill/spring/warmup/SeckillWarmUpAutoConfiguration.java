package io.seckill.spring.warmup;

import io.seckill.Sales;
import io.seckill.engine.WarmUp;
import io.seckill.spi.SaleSource;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.internal.RepeatingTask;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the warm-up of announced sales, on a thread of its own.
 *
 * @since 0.1
 */
@AutoConfiguration
@ConditionalOnSeckill
@ConditionalOnBean(SaleSource.class)
@ConditionalOnBooleanProperty(name = "seckill.warm-up.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SeckillWarmUpProperties.class)
public final class SeckillWarmUpAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "seckillWarmUp")
    RepeatingTask seckillWarmUp(
            ObjectProvider<SaleSource> sources,
            Sales sales,
            ObjectProvider<Clock> clock,
            SeckillWarmUpProperties properties) {
        Clock now = clock.getIfUnique(Clock::systemUTC);
        List<WarmUp> warmUps = sources.orderedStream()
                .map(source -> new WarmUp(source, sales, properties.lead(), now))
                .toList();
        return new RepeatingTask(
                "seckill-warm-up", "warm-up of sales", properties.interval(), () -> warmUps.forEach(WarmUp::run));
    }
}
