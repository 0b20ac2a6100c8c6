package io.seckill.spring.ledger;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which database is used.
 *
 * @param dataSource Name of the DataSource bean to use; needed only if there are several and none is primary.
 * @param initializeSchema Whether the tables are created at start where they are missing. Leave it at never with Flyway.
 */
@ConfigurationProperties(SeckillJdbcProperties.PREFIX)
record SeckillJdbcProperties(
        @Nullable String dataSource, @DefaultValue("never") SchemaInitialization initializeSchema) {

    static final String PREFIX = "seckill.jdbc";
    static final String DATA_SOURCE = PREFIX + ".data-source";
    static final String INITIALIZE_SCHEMA = PREFIX + ".initialize-schema";

    /** Whether tables are created. */
    enum SchemaInitialization {
        /** Somebody else does it, such as Flyway. */
        NEVER,
        /** At every start, if they are missing. */
        ALWAYS
    }
}
