package io.seckill.spring.redis;

import io.seckill.redis.RedisGateBooks;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.RedisLuaGate;
import io.seckill.redis.RedisLuaSaleRegistry;
import io.seckill.redis.RedisOrderAnnouncements;
import io.seckill.redis.RedisOutbox;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.GateBooks;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.gate.ConditionalOnGate;
import io.seckill.spring.gate.GateKind;
import io.seckill.spring.gate.SeckillComposedGateAutoConfiguration;
import io.seckill.spring.gate.SeckillInMemoryGateAutoConfiguration;
import io.seckill.spring.internal.BeanChoice;
import io.seckill.spring.internal.KeepSettled;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the gate, the sale registry and the outbox on Redis, of which a composed gate
 * leaves the outbox. It uses the application's connection factory, and leaves it and its templates as they are.
 *
 * @since 0.1
 */
@AutoConfiguration(
        after = {SeckillComposedGateAutoConfiguration.class, SeckillInMemoryGateAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration", // Boot 4
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" // Boot 3.5
        })
@ConditionalOnSeckill
@ConditionalOnGate({GateKind.REDIS_LUA, GateKind.COMPOSED})
@ConditionalOnClass({RedisLuaGate.class, RedisConnectionFactory.class})
@ConditionalOnBooleanProperty(name = "seckill.redis.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SeckillRedisProperties.class)
public final class SeckillRedisAutoConfiguration {

    private static final BeanChoice<RedisConnectionFactory> CONNECTION_FACTORY = new BeanChoice<>(
            RedisConnectionFactory.class,
            SeckillRedisProperties.CONNECTION_FACTORY,
            "Let Boot make one: add spring-boot-starter-data-redis and set its spring.data.redis properties. Without Redis, set"
                    + " seckill.gate=in-memory in tests and demos, or define the beans it brings and set seckill.redis.enabled=false.");

    @Bean
    @ConditionalOnMissingBean
    RedisKeys seckillRedisKeys(SeckillRedisProperties properties) {
        return properties.keys();
    }

    /** For the registry of a composed gate too. */
    @Bean
    KeepSettled seckillKeepSettled(SeckillRedisProperties properties) {
        return new KeepSettled(properties.keepSettled());
    }

    @Bean
    @ConditionalOnMissingBean(RedisDriver.class)
    ApplicationRedisDriver seckillRedisDriver(
            ListableBeanFactory beans, RedisKeys keys, SeckillRedisProperties properties) {
        RedisConnectionFactory factory = CONNECTION_FACTORY.from(beans, properties.connectionFactory());
        RedisOpening opening = new RedisOpening(factory, keys, properties);
        return new ApplicationRedisDriver(opening::open, properties.requiredOnStart());
    }

    @Bean
    @ConditionalOnMissingBean(AdmissionGate.class)
    RedisLuaGate seckillGate(RedisDriver driver, RedisKeys keys) {
        return new RedisLuaGate(driver, keys);
    }

    @Bean
    @ConditionalOnBean(RedisLuaGate.class)
    @ConditionalOnMissingBean(GateBooks.class)
    RedisGateBooks seckillGateBooks(RedisDriver driver, RedisKeys keys) {
        return new RedisGateBooks(driver, keys);
    }

    @Bean
    @ConditionalOnMissingBean(SaleRegistry.class)
    RedisLuaSaleRegistry seckillSaleRegistry(RedisDriver driver, RedisKeys keys, KeepSettled keepSettled) {
        return new RedisLuaSaleRegistry(driver, keys, keepSettled.time());
    }

    @Bean
    @ConditionalOnMissingBean(Outbox.class)
    RedisOutbox seckillOutbox(RedisDriver driver, RedisKeys keys, SeckillRedisProperties properties) {
        return new RedisOutbox(driver, keys, properties.takeOver());
    }

    @Bean
    @ConditionalOnMissingBean(OrderAnnouncements.class)
    RedisOrderAnnouncements seckillOrderAnnouncements(RedisDriver driver, RedisKeys keys) {
        return new RedisOrderAnnouncements(driver, keys);
    }
}
