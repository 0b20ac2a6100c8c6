package io.seckill.sample.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

class UnconfiguredTest {

    private final ApplicationContextRunner shop =
            new ApplicationContextRunner().withUserConfiguration(OwnRedis.class, OwnDatabase.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.data.redis.timeout=2s",
                "spring.data.redis.cluster.max-redirects=2",
                "spring.datasource.hikari.connection-timeout=500",
                "spring.datasource.username=seckill"
            })
    void aSettingThatNamesNoServerChangesNothing(String setting) {
        shop.withPropertyValues(setting)
                .run(context ->
                        assertThat(context).hasSingleBean(OwnRedis.class).hasSingleBean(OwnDatabase.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.data.redis.host=localhost",
                "spring.data.redis.url=redis://localhost",
                "spring.data.redis.cluster.nodes=localhost:7000,localhost:7001",
                "spring.data.redis.cluster.nodes[0]=localhost:7000",
                "spring.data.redis.sentinel.nodes=localhost:26379",
                "spring.data.redis.masterreplica.nodes=localhost:6379"
            })
    void aRedisThatIsNamedIsUsed(String setting) {
        shop.withPropertyValues(setting)
                .run(context ->
                        assertThat(context).doesNotHaveBean(OwnRedis.class).hasSingleBean(OwnDatabase.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.datasource.url=jdbc:mysql://localhost/shop",
                "spring.datasource.jndi-name=java:comp/env/shop",
                "spring.datasource.jndiName=java:comp/env/shop"
            })
    void aDatabaseThatIsNamedIsUsed(String setting) {
        shop.withPropertyValues(setting)
                .run(context ->
                        assertThat(context).hasSingleBean(OwnRedis.class).doesNotHaveBean(OwnDatabase.class));
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(Unconfigured.Redis.class)
    static class OwnRedis {}

    @Configuration(proxyBeanMethods = false)
    @Conditional(Unconfigured.Database.class)
    static class OwnDatabase {}
}
