package io.seckill.spring.ledger;

import io.seckill.jdbc.JdbcSchema;
import io.seckill.spring.internal.SeckillStartupException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.init.ScriptException;

/** Sees to it that an application does not sell before there are tables for its orders. */
record LedgerTables(DataSource dataSource) {

    private static final Logger log = LoggerFactory.getLogger(LedgerTables.class);

    private static final String WAYS = "set " + SeckillJdbcProperties.INITIALIZE_SCHEMA
            + "=always; or add classpath:db/seckill/mysql to Flyway's locations;"
            + " or run db/seckill/mysql/V1__seckill.sql of seckill-jdbc.";

    /**
     * Looks whether the ledger's tables are there. A database that is away is no reason not to start: the relay waits for it.
     *
     * @throws SeckillStartupException if tables are missing
     */
    void verify() {
        try {
            JdbcSchema.verify(dataSource);
        } catch (BadSqlGrammarException e) {
            throw new SeckillStartupException(
                    "The order ledger cannot use its tables seckill_sale and seckill_order: " + reason(e),
                    "If the tables are missing, " + WAYS,
                    e);
        } catch (DataAccessException e) {
            log.warn(
                    "Whether the order ledger's tables are there is not known, the database gave no answer: {}",
                    reason(e));
        }
    }

    /**
     * Creates the tables that are missing, those of guards and locks too.
     *
     * @throws SeckillStartupException if they cannot be created
     */
    void create() {
        try {
            JdbcSchema.create(dataSource);
        } catch (ScriptException e) {
            throw e.contains(CannotGetJdbcConnectionException.class)
                    ? new SeckillStartupException(
                            "The tables of seckill cannot be created, because the database cannot be reached: "
                                    + reason(e),
                            "Start the database, or correct spring.datasource.url, username and password.",
                            e)
                    : new SeckillStartupException(
                            "The tables of seckill cannot be created: " + reason(e),
                            "Use MySQL or MariaDB, and give the user the right to create tables or create them otherwise and set "
                                    + SeckillJdbcProperties.INITIALIZE_SCHEMA + "=never.",
                            e);
        }
    }

    private static String reason(Throwable failure) {
        return String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
    }
}
