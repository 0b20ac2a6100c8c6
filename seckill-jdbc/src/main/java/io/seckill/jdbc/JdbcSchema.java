package io.seckill.jdbc;

import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * Creates the tables of the ledger, the guards and the lock where no migration tool does, and tells whether the ledger's are there. With Flyway,
 * add {@code classpath:db/seckill/mysql} to its locations instead.
 *
 * @since 0.1
 */
public final class JdbcSchema {

    private static final String SCRIPTS = "db/seckill/mysql/";

    private JdbcSchema() {}

    /**
     * Creates the tables that are missing; changes no table that is there.
     *
     * @throws org.springframework.jdbc.datasource.init.ScriptException if the user may not create tables, or the database is no MySQL
     */
    public static void create(DataSource dataSource) {
        DatabasePopulatorUtils.execute(
                new ResourceDatabasePopulator(
                        script("V1__seckill.sql"), script("V2__seckill_guards.sql"), script("V3__seckill_lock.sql")),
                dataSource);
    }

    /**
     * Returns if the ledger can read its tables; changes nothing and reads no row.
     *
     * @throws org.springframework.jdbc.BadSqlGrammarException if a table, a column or the right to read it is missing; its cause says which
     * @throws org.springframework.dao.DataAccessException if the database gave no answer
     */
    public static void verify(DataSource dataSource) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        new SaleTable(jdbc).verify();
        new OrderTable(jdbc).verify();
        new LatePaymentTable(jdbc).verify();
    }

    private static ClassPathResource script(String name) {
        return new ClassPathResource(SCRIPTS + name, JdbcSchema.class.getClassLoader());
    }
}
