package io.seckill.spring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Operator;
import io.seckill.Sale;
import io.seckill.SaleUpdate;
import io.seckill.Sales;
import io.seckill.redis.RedisLuaGate;
import io.seckill.redis.RedisLuaSaleRegistry;
import io.seckill.redis.RedisOutbox;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import io.seckill.spring.Contexts;
import io.seckill.spring.internal.SeckillStartupException;
import io.seckill.test.contract.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class SeckillRedisAutoConfigurationTest {

    private final ApplicationContextRunner onRedis = Contexts.onRedis();
    private final ApplicationContextRunner withoutFactory = Contexts.plain()
            .withUserConfiguration(Contexts.On.class, Contexts.Sink.class)
            .withPropertyValues(Contexts.ownPrefix());
    private final ApplicationContextRunner withTwoFactories = withoutFactory
            .withBean("live", RedisConnectionFactory.class, Contexts::connectionFactory)
            .withBean("dead", RedisConnectionFactory.class, () -> new LettuceConnectionFactory("127.0.0.1", 1));

    @Test
    void sellsOnRedis() {
        onRedis.run(context -> {
            assertThat(context).hasSingleBean(RedisDriver.class);
            assertThat(context).getBean(AdmissionGate.class).isInstanceOf(RedisLuaGate.class);
            assertThat(context).getBean(SaleRegistry.class).isInstanceOf(RedisLuaSaleRegistry.class);
            assertThat(context).getBean(Outbox.class).isInstanceOf(RedisOutbox.class);
        });
    }

    @Test
    void backsOffFromGateRegistryAndOutboxOfTheApplication() {
        Contexts.inMemory()
                .withUserConfiguration(Contexts.Redis.class, Contexts.Sink.class)
                .withPropertyValues("seckill.redis.enabled=true", Contexts.ownPrefix())
                .run(context -> {
                    assertThat(context).hasSingleBean(AdmissionGate.class).doesNotHaveBean(RedisLuaGate.class);
                    assertThat(context).hasSingleBean(SaleRegistry.class).doesNotHaveBean(RedisLuaSaleRegistry.class);
                    assertThat(context).hasSingleBean(Outbox.class).doesNotHaveBean(RedisOutbox.class);
                });
    }

    @Test
    void backsOffFromADriverOfTheApplication() {
        onRedis.run(first -> withoutFactory
                .withBean(
                        "mine",
                        RedisDriver.class,
                        () -> first.getBean(RedisDriver.class),
                        bean -> bean.setDestroyMethodName(""))
                .run(context ->
                        assertThat(context).getBean(RedisDriver.class).isSameAs(first.getBean(RedisDriver.class))));
    }

    @Test
    void isOffByProperty() {
        Contexts.inMemory()
                .withUserConfiguration(Contexts.Redis.class, Contexts.Sink.class)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RedisDriver.class));
    }

    @Test
    void isOffWithoutSpringDataRedis() {
        Contexts.inMemory()
                .withUserConfiguration(Contexts.Sink.class)
                .withPropertyValues("seckill.redis.enabled=true")
                .withClassLoader(new FilteredClassLoader(RedisConnectionFactory.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RedisDriver.class));
    }

    @Test
    void doesNotStartWithoutAConnectionFactory() {
        withoutFactory.run(
                context -> assertThat(failureOf(context)).hasMessage("There is no RedisConnectionFactory bean."));
    }

    @Test
    void usesTheNamedConnectionFactory() {
        withTwoFactories
                .withPropertyValues("seckill.redis.connection-factory=live")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void usesThePrimaryConnectionFactory() {
        withoutFactory
                .withBean("dead", RedisConnectionFactory.class, () -> new LettuceConnectionFactory("127.0.0.1", 1))
                .withBean(
                        "live",
                        RedisConnectionFactory.class,
                        Contexts::connectionFactory,
                        bean -> bean.setPrimary(true))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void doesNotGuessAmongConnectionFactories() {
        withTwoFactories.run(context -> assertThat(failureOf(context))
                .hasMessage("There are several RedisConnectionFactory beans, and none of them is primary.")
                .extracting("action")
                .asString()
                .contains("seckill.redis.connection-factory", "live", "dead"));
    }

    @Test
    void doesNotTakeAnotherConnectionFactoryThanTheNamedOne() {
        withTwoFactories
                .withPropertyValues("seckill.redis.connection-factory=lvie")
                .run(context -> assertThat(failureOf(context))
                        .hasMessageContaining("seckill.redis.connection-factory is 'lvie'")
                        .extracting("action")
                        .asString()
                        .contains("live", "dead"));
    }

    @Test
    void doesNotStartWhileRedisCannotBeReached() {
        withoutFactory
                .withBean(RedisConnectionFactory.class, () -> new LettuceConnectionFactory("127.0.0.1", 1))
                .run(context -> assertThat(failureOf(context))
                        .hasMessageContaining("Redis cannot be reached")
                        .extracting("action")
                        .asString()
                        .contains("spring.data.redis", "seckill.redis.required-on-start=false"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seckill.redis.take-over", "seckill.order-ids.lease-term"})
    void refusesATimeTooShortForRedis(String property) {
        onRedis.withPropertyValues(property + "=99ms")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining(property)
                        .hasMessageContaining("'PT0.099S'")
                        .hasMessageContaining("Use at least 100 ms"));
        onRedis.withPropertyValues(property + "=100ms")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void keepsASettledSaleAsLongAsConfigured() {
        onRedis.withPropertyValues("seckill.redis.keep-settled=999ms")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.redis.keep-settled"));
        onRedis.withPropertyValues("seckill.redis.keep-settled=1s").run(context -> {
            Sale sale = Samples.openSale(5, 1);
            Sales sales = context.getBean(Sales.class);
            sales.open(sale);
            sales.close(sale.id(), Operator.APPLICATION);

            assertThat(sales.settle(sale.id(), Operator.APPLICATION)).isInstanceOf(SaleUpdate.Done.class);

            await().until(() -> sales.find(sale.id()).isEmpty());
        });
    }

    @Test
    void doesNotStartWithAnotherNumberOfPartitionsThanTheData() {
        onRedis.withPropertyValues("seckill.redis.partitions=4").run(first -> {
            assertThat(first).hasNotFailed();
            onRedis.withPropertyValues("seckill.redis.partitions=5")
                    .run(second -> assertThat(failureOf(second))
                            .hasMessageContaining("4 partitions")
                            .extracting("action")
                            .asString()
                            .contains("seckill.redis.partitions", "seckill.redis.key-prefix"));
        });
    }

    @Test
    void namesABadPropertyAndItsValue() {
        onRedis.withPropertyValues("seckill.redis.partitions=0")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.redis.partitions")
                        .hasMessageContaining("'0'")
                        .hasMessageContaining("Use 1 to 1024"));
        onRedis.withPropertyValues("seckill.redis.key-prefix={shop}")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.redis.key-prefix")
                        .hasMessageContaining("'{shop}'"));
    }

    private static SeckillStartupException failureOf(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        Throwable cause = context.getStartupFailure();
        while (cause != null && !(cause instanceof SeckillStartupException)) {
            cause = cause.getCause();
        }
        assertThat(cause).as("%s", context.getStartupFailure()).isNotNull();
        return (SeckillStartupException) cause;
    }
}
