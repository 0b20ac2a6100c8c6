package io.seckill.spring.health;

import io.seckill.spi.Outbox;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.redis.SeckillRedisAutoConfiguration;
import io.seckill.spring.relay.SeckillRelayAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the health of the selling, where the application has Boot's health.
 *
 * @since 0.1
 */
@AutoConfiguration(after = {SeckillRedisAutoConfiguration.class, SeckillRelayAutoConfiguration.class})
@ConditionalOnSeckill
@ConditionalOnBean(Outbox.class)
@ConditionalOnBooleanProperty(
        name = {"seckill.health.enabled", "management.health.seckill.enabled"},
        matchIfMissing = true)
@EnableConfigurationProperties(SeckillHealthProperties.class)
public final class SeckillHealthAutoConfiguration {

    static final String INDICATOR = "seckillHealthIndicator";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    @Import(Judgement.class)
    static class Boot4 {

        @Bean(INDICATOR)
        @ConditionalOnMissingBean(name = INDICATOR)
        Boot4Health seckillHealthIndicator(SeckillHealth health) {
            return new Boot4Health(health);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = Boot3Health.INDICATOR)
    @Import({Judgement.class, Boot3Health.Registrar.class})
    static class Boot3 {}
}
