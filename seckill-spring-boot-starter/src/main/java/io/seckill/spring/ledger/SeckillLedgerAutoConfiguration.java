package io.seckill.spring.ledger;

import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.spi.OrderSink;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.internal.BeanChoice;
import io.seckill.spring.internal.SeckillDatabase;
import io.seckill.spring.ledger.SeckillJdbcProperties.SchemaInitialization;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the database, and for the order ledger in it. It needs {@code seckill-jdbc} on
 * the class path and a data source. The ledger backs off from any {@link OrderSink} of the application.
 *
 * @since 0.1
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration", // Boot 4
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration" // Boot 3.5
        })
@ConditionalOnSeckill
@ConditionalOnClass(JdbcOrderLedger.class)
@ConditionalOnBean(DataSource.class)
@ConditionalOnBooleanProperty(name = "seckill.jdbc.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SeckillJdbcProperties.class)
public final class SeckillLedgerAutoConfiguration {

    private static final BeanChoice<DataSource> DATA_SOURCE = new BeanChoice<>(
            DataSource.class, SeckillJdbcProperties.DATA_SOURCE, "Set Boot's spring.datasource properties.");

    @Bean
    @Lazy // an application without a ledger and a gate on the database need not choose one
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    SeckillDatabase seckillDatabase(ListableBeanFactory beans, SeckillJdbcProperties properties) {
        DataSource dataSource = DATA_SOURCE.from(beans, properties.dataSource());
        if (properties.initializeSchema() == SchemaInitialization.ALWAYS) {
            new LedgerTables(dataSource).create();
        }
        return new SeckillDatabase(dataSource);
    }

    @Bean
    @ConditionalOnMissingBean(OrderSink.class)
    @DependsOnDatabaseInitialization
    JdbcOrderLedger seckillLedger(SeckillDatabase database) {
        new LedgerTables(database.dataSource()).verify();
        return new JdbcOrderLedger(database.dataSource());
    }
}
