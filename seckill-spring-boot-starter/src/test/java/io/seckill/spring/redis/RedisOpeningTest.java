package io.seckill.spring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.redis.driver.LettuceDriver;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.SpringDataDriver;
import io.seckill.spring.Contexts;
import io.seckill.spring.internal.SeckillStartupException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class RedisOpeningTest {

    private final LettuceConnectionFactory lettuce = Contexts.connectionFactory();
    private final RedisConnectionFactory other = (RedisConnectionFactory) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {RedisConnectionFactory.class},
            (proxy, method, arguments) -> method.invoke(lettuce, arguments));

    @BeforeEach
    void start() {
        lettuce.afterPropertiesSet();
        lettuce.start();
    }

    @AfterEach
    void stop() {
        lettuce.destroy();
    }

    @Test
    void takesALettuceConnectionOfItsOwnFromALettuceFactory() {
        assertOpens(LettuceDriver.class, lettuce, DriverKind.AUTO);
        assertOpens(LettuceDriver.class, lettuce, DriverKind.LETTUCE);
    }

    @Test
    void goesThroughSpringDataForAnyOtherFactoryOrOnDemand() {
        assertOpens(SpringDataDriver.class, other, DriverKind.AUTO);
        assertOpens(SpringDataDriver.class, lettuce, DriverKind.SPRING_DATA);
    }

    @Test
    void refusesTheLettuceDriverOnAnotherFactory() {
        assertThatThrownBy(() -> opening(other, DriverKind.LETTUCE).open())
                .isInstanceOf(SeckillStartupException.class)
                .hasMessageContaining("seckill.redis.driver is 'lettuce'");
    }

    private static void assertOpens(
            Class<? extends RedisDriver> expected, RedisConnectionFactory factory, DriverKind kind) {
        try (RedisDriver driver = opening(factory, kind).open()) {
            assertThat(driver).isInstanceOf(expected);
        }
    }

    private static RedisOpening opening(RedisConnectionFactory factory, DriverKind kind) {
        SeckillRedisProperties properties = new SeckillRedisProperties(
                null,
                kind,
                "test-" + UUID.randomUUID(),
                2,
                Duration.ofSeconds(2),
                2,
                Duration.ofSeconds(10),
                Duration.ofHours(24),
                true);
        return new RedisOpening(factory, properties.keys(), properties);
    }
}
