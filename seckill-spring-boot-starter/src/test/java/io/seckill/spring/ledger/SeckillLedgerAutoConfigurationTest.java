package io.seckill.spring.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.spi.OrderSink;
import io.seckill.spring.Contexts;
import io.seckill.spring.internal.SeckillStartupException;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.ClassUtils;

@ExtendWith(OutputCaptureExtension.class)
class SeckillLedgerAutoConfigurationTest {

    private static final String CREATE = "seckill.jdbc.initialize-schema=always";

    private final ApplicationContextRunner withoutDataSource =
            Contexts.inMemory().withPropertyValues("seckill.relay.enabled=false");
    private final ApplicationContextRunner withDataSource =
            withoutDataSource.withBean("one", DataSource.class, DriverManagerDataSource::new);
    private final ApplicationContextRunner withTwoDataSources =
            withDataSource.withBean("two", DataSource.class, DriverManagerDataSource::new);

    @Test
    void keepsOrdersInTheDatabaseIfThereIsOne() {
        withDataSource.run(
                context -> assertThat(context).getBean(OrderSink.class).isInstanceOf(JdbcOrderLedger.class));
        withoutDataSource.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(OrderSink.class));
    }

    @Test
    void backsOffFromASinkOfTheApplication() {
        withDataSource
                .withUserConfiguration(Contexts.Sink.class)
                .run(context ->
                        assertThat(context).hasSingleBean(OrderSink.class).doesNotHaveBean(JdbcOrderLedger.class));
    }

    @Test
    void isOffByProperty() {
        withDataSource
                .withPropertyValues("seckill.jdbc.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(OrderSink.class));
    }

    @Test
    void isOffWithoutSeckillJdbc() {
        withDataSource
                .withClassLoader(new FilteredClassLoader(JdbcOrderLedger.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(OrderSink.class));
    }

    @Test
    void usesTheNamedDataSource() {
        withTwoDataSources
                .withPropertyValues("seckill.jdbc.data-source=two")
                .run(context -> assertThat(context).hasSingleBean(JdbcOrderLedger.class));
    }

    @Test
    void doesNotGuessAmongDataSources() {
        withTwoDataSources.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessage("There are several DataSource beans, and none of them is primary.")
                .extracting("action")
                .asString()
                .contains("seckill.jdbc.data-source", "one", "two"));
    }

    @Test
    void asksForNoDataSourceIfNothingIsKeptThere() {
        withTwoDataSources
                .withUserConfiguration(Contexts.Sink.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void createsTheTablesOnDemand() {
        try (LocalDatabase database = LocalDatabase.shared().newSchema()) {
            DataSource dataSource =
                    new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
            ApplicationContextRunner onDatabase = withoutDataSource.withBean(DataSource.class, () -> dataSource);

            onDatabase.run(context -> {
                assertRefuses(context, "seckill_sale' doesn't exist", "seckill.jdbc.initialize-schema=always");
                assertThat(tables(dataSource)).isZero();
            });
            onDatabase.withPropertyValues(CREATE).run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(tables(dataSource)).isEqualTo(6);
            });
        }
    }

    @Test
    void looksForTheTablesAfterTheApplicationsOwnMigration() {
        try (LocalDatabase database = LocalDatabase.shared().newSchema()) {
            withoutDataSource
                    .withConfiguration(AutoConfigurations.of(databaseAutoConfigurations()))
                    .withPropertyValues(
                            "spring.datasource.url=" + database.jdbcUrl(),
                            "spring.datasource.username=" + database.username(),
                            "spring.datasource.password=" + database.password(),
                            "spring.sql.init.mode=always",
                            "spring.sql.init.schema-locations=classpath:db/seckill/mysql/V1__seckill.sql")
                    .run(context -> {
                        assertThat(context).hasNotFailed().hasSingleBean(JdbcOrderLedger.class);
                        assertThat(context.getBeanFactory()
                                        .getBeanDefinition("seckillLedger")
                                        .getDependsOn())
                                .isNotEmpty();
                    });
        }
    }

    @Test
    void startsWhileTheDatabaseIsAway(CapturedOutput output) {
        withDataSource
                .withPropertyValues("seckill.orders.sweep.enabled=false") // it says for itself that the ledger is away
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output).containsOnlyOnce("WARN").contains("tables are there is not known");
    }

    @Test
    void cannotCreateTheTablesWhileTheDatabaseIsAway() {
        withDataSource
                .withPropertyValues(CREATE)
                .run(context -> assertRefuses(context, "the database cannot be reached", "Start the database"));
    }

    @Test
    void saysWhyASaleCannotBeOpenedWhenTheTablesAreGone() {
        try (LocalDatabase database = LocalDatabase.shared().newSchema()) {
            DataSource dataSource =
                    new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
            withoutDataSource
                    .withBean(DataSource.class, () -> dataSource)
                    .withPropertyValues(CREATE)
                    .run(context -> {
                        new JdbcTemplate(dataSource).execute("DROP TABLE seckill_order, seckill_sale");

                        assertThatExceptionOfType(SeckillUnavailableException.class)
                                .isThrownBy(() -> context.getBean(Sales.class).open(Samples.openSale(5, 1)))
                                .withMessageContaining("seckill_sale' doesn't exist")
                                .withMessageNotContaining("try again");
                    });
        }
    }

    private static void assertRefuses(AssertableApplicationContext context, String description, String action) {
        assertThat(context)
                .getFailure()
                .satisfies(failure -> assertThat(Stream.iterate(failure, Objects::nonNull, Throwable::getCause))
                        .hasAtLeastOneElementOfType(SeckillStartupException.class)
                        .filteredOn(SeckillStartupException.class::isInstance)
                        .singleElement()
                        .satisfies(refusal -> assertThat(refusal).hasMessageContaining(description))
                        .extracting("action")
                        .asString()
                        .contains(action));
    }

    /** Boot's own, from where the running version has them. */
    private static Class<?>[] databaseAutoConfigurations() {
        return Stream.of(
                        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                        "org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration",
                        "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
                        "org.springframework.boot.autoconfigure.sql.init.SqlInitializationAutoConfiguration")
                .filter(name -> ClassUtils.isPresent(name, null))
                .map(name -> ClassUtils.resolveClassName(name, null))
                .toArray(Class<?>[]::new);
    }

    private static int tables(DataSource dataSource) {
        return new JdbcTemplate(dataSource).queryForList("SHOW TABLES").size();
    }
}
