package io.seckill.spring.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.jdbc.JdbcOnePerUserGuard;
import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.spring.Contexts;
import io.seckill.spring.internal.SeckillStartupException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A part that is named and cannot be had makes the start fail, and the failure says what to add. */
class GatePartsMissingTest {

    private final ApplicationContextRunner composed = Contexts.onRedis().withPropertyValues("seckill.gate=composed");
    private final ApplicationContextRunner withDataSource =
            composed.withBean(DataSource.class, DriverManagerDataSource::new);
    private final ApplicationContextRunner withoutRedis = Contexts.inMemory()
            .withUserConfiguration(Contexts.Sink.class)
            .withPropertyValues(
                    "seckill.gate=composed",
                    "seckill.composed.stock-guard=in-memory",
                    "seckill.composed.one-per-user-guard=in-memory");

    @ParameterizedTest
    @CsvSource({
        "stock-guard, jdbc-conditional",
        "stock-guard, jdbc-versioned",
        "stock-guard, jdbc-for-update",
        "one-per-user-guard, jdbc",
        "lock, jdbc-row",
        "lock, jdbc-named"
    })
    void namesTheModuleThatIsMissing(String property, String value) {
        assertFails(
                withDataSource
                        .withPropertyValues("seckill.composed." + property + "=" + value)
                        .withClassLoader(new FilteredClassLoader(JdbcOrderLedger.class, JdbcOnePerUserGuard.class)),
                "seckill.composed." + property + " is '" + value + "', but seckill-jdbc is not on the class path.",
                "io.seckill:seckill-jdbc");
    }

    @ParameterizedTest
    @CsvSource({"stock-guard, jdbc-conditional", "one-per-user-guard, jdbc", "lock, jdbc-row"})
    void saysThatThereIsNoDatabase(String property, String value) {
        String name = "seckill.composed." + property;
        String why = name + " is '" + value + "', but there is no database.";
        assertFails(composed.withPropertyValues(name + "=" + value), why, "spring.datasource.url");
        assertFails(
                withDataSource.withPropertyValues(name + "=" + value, "seckill.jdbc.enabled=false"),
                why,
                "seckill.jdbc.enabled");
    }

    @Test
    void doesNotGuessAmongDatabases() {
        assertFails(
                withDataSource
                        .withBean("other", DataSource.class, DriverManagerDataSource::new)
                        .withPropertyValues("seckill.composed.stock-guard=jdbc-conditional"),
                "seckill.composed.stock-guard is 'jdbc-conditional', but that cannot be had: There are several DataSource beans,"
                        + " and none of them is primary.",
                "seckill.jdbc.data-source");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock-guard", "one-per-user-guard", "lock"})
    void saysThatRedisIsNotUsed(String property) {
        assertFails(
                withoutRedis.withPropertyValues("seckill.composed." + property + "=redis-lua"),
                "seckill.composed." + property + " is 'redis-lua', but Redis is not used.",
                "seckill.redis.enabled");
    }

    @Test
    void saysThatThereIsNoConnectionFactory() {
        assertFails(
                Contexts.plain()
                        .withUserConfiguration(Contexts.On.class, Contexts.Sink.class)
                        .withPropertyValues("seckill.gate=composed"),
                "seckill.composed.stock-guard is 'redis-lua', but that cannot be had: There is no RedisConnectionFactory bean.",
                "spring-boot-starter-data-redis");
    }

    @Test
    void saysThatThereIsNoLockOfTheApplication() {
        assertFails(
                composed.withPropertyValues("seckill.composed.lock=bean"),
                "seckill.composed.lock is 'bean', but there is no DistributedLock bean.",
                "io.seckill.spi.DistributedLock");
    }

    @Test
    void needsNoDatabaseForPartsThatAreElsewhere() {
        composed.withClassLoader(new FilteredClassLoader(JdbcOrderLedger.class, JdbcOnePerUserGuard.class))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static void assertFails(ApplicationContextRunner runner, String description, String action) {
        runner.run(context -> {
            assertThat(context).hasFailed();
            SeckillStartupException failure =
                    SeckillStartupException.in(context.getStartupFailure()).orElseThrow();
            assertThat(failure).hasMessage(description);
            assertThat(failure.action()).contains(action);
        });
    }
}
