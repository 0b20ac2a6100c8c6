package io.seckill.sample.demo;

import io.seckill.test.server.LocalRedis;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** The demo's own Redis, where {@code spring.data.redis} names none. It ends with the application, and its data with it. */
@Configuration(proxyBeanMethods = false)
@Profile("demo")
@Conditional(Unconfigured.Redis.class)
class DemoRedis {

    @Bean
    LocalRedis redis() {
        return LocalRedis.start("--appendonly", "yes").untilClosed();
    }

    @Bean
    DataRedisConnectionDetails redisConnection(LocalRedis redis) {
        return new DataRedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of(redis.host(), redis.port());
            }
        };
    }
}
