package io.seckill.spring.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.spi.OrderSink;
import io.seckill.spring.Contexts;
import io.seckill.test.server.LocalDatabase;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class SeckillLedgerAutoConfigurationTest {

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
    void createsTheTablesOnDemand() {
        try (LocalDatabase database = LocalDatabase.shared().newSchema()) {
            DataSource dataSource =
                    new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
            ApplicationContextRunner onDatabase = withoutDataSource.withBean(DataSource.class, () -> dataSource);

            onDatabase.run(context -> assertThat(tables(dataSource)).isZero());
            onDatabase
                    .withPropertyValues("seckill.jdbc.initialize-schema=always")
                    .run(context -> assertThat(tables(dataSource)).isEqualTo(2));
        }
    }

    private static int tables(DataSource dataSource) {
        return new JdbcTemplate(dataSource).queryForList("SHOW TABLES").size();
    }
}
