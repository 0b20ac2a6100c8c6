package io.seckill.spring.token;

import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.token.PurchaseTokens;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for {@link PurchaseTokens}, where {@code seckill.token.keys} has a key.
 *
 * @since 0.1
 */
@AutoConfiguration
@ConditionalOnSeckill
@Conditional(OnTokenKeys.class)
@EnableConfigurationProperties(SeckillTokenProperties.class)
public final class SeckillTokenAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    PurchaseTokens seckillPurchaseTokens(SeckillTokenProperties properties, ObjectProvider<Clock> clock) {
        return new PurchaseTokens(properties.tokenKeys(), properties.lead(), clock.getIfUnique(Clock::systemUTC));
    }

    /** Keeps secrets out of the actuator, also where it is told to show values. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(SanitizingFunction.class)
    static class Actuator {

        @Bean
        SanitizingFunction seckillTokenSanitizing() {
            return data ->
                    data.getLowerCaseKey().replace("-", "").replace("_", "").startsWith("seckill")
                                    && data.getLowerCaseKey().endsWith("secret")
                            ? data.withSanitizedValue()
                            : data;
        }
    }
}
