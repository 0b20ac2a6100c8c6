package io.seckill.spring.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.spring.Contexts;
import io.seckill.spring.internal.SeckillStartupException;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** A part that is named and cannot be had makes the start fail, and the failure says what to add. */
class GatePartsMissingTest {

    private static URLClassLoader withoutJdbc;

    private final ApplicationContextRunner composed = Contexts.onRedis().withPropertyValues("seckill.gate=composed");
    private final ApplicationContextRunner withDataSource =
            composed.withBean(DataSource.class, DriverManagerDataSource::new);
    private final ApplicationContextRunner withoutRedis = Contexts.inMemory()
            .withUserConfiguration(Contexts.Sink.class)
            .withPropertyValues(
                    "seckill.gate=composed",
                    "seckill.composed.stock-guard=in-memory",
                    "seckill.composed.one-per-user-guard=in-memory");

    @BeforeAll
    static void leaveJdbcOut() throws MalformedURLException {
        URL jdbc = JdbcOrderLedger.class.getProtectionDomain().getCodeSource().getLocation();
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classPath.add(new File(entry).toURI().toURL());
        }
        assertThat(classPath.removeIf(entry -> entry.sameFile(jdbc))).isTrue();
        withoutJdbc = new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    @AfterAll
    static void close() throws IOException {
        withoutJdbc.close();
    }

    @ParameterizedTest
    @CsvSource({
        "stock-guard, jdbc-conditional",
        "stock-guard, jdbc-versioned",
        "stock-guard, jdbc-for-update",
        "one-per-user-guard, jdbc",
        "lock, jdbc-row",
        "lock, jdbc-named"
    })
    void namesTheModuleThatIsMissing(String property, String value) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(withoutJdbc);
        try {
            Class<?> there = ClassUtils.forName(GatePartsMissingTest.class.getName(), withoutJdbc);
            Method method = there.getDeclaredMethod("assertNamesTheModule", String.class, String.class);
            ReflectionUtils.makeAccessible(method);
            ReflectionUtils.invokeMethod(method, null, property, value);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Called where nothing can load a class of seckill-jdbc, neither the context nor we. */
    static void assertNamesTheModule(String property, String value) {
        assertFails(
                new GatePartsMissingTest()
                        .withoutRedis.withPropertyValues("seckill.composed." + property + "=" + value),
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
