package io.seckill.spring.gate;

import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spring.internal.SeckillDatabase;
import io.seckill.spring.internal.SeckillStartupException;
import javax.sql.DataSource;
import org.springframework.beans.BeansException;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/** Finds the servers that parts need, or tells which part needs what. */
record GateBackends(ApplicationContext context) {

    private static final String JDBC = "io.seckill.jdbc.JdbcOnePerUserGuard";

    boolean usesRedis() {
        return context.getBeanNamesForType(RedisKeys.class).length > 0;
    }

    /**
     * Returns the way to Redis.
     *
     * @throws SeckillStartupException if there is none
     */
    RedisDriver redis(Choice choice) {
        if (!usesRedis()) {
            throw choice.impossible(
                    "Redis is not used.",
                    "Leave seckill.redis.enabled on and Spring Data Redis on the class path (spring-boot-starter-data-redis), or give the"
                            + " property another value.",
                    null);
        }
        return get(RedisDriver.class, choice);
    }

    /**
     * Returns the database.
     *
     * @throws SeckillStartupException if there is none
     */
    DataSource database(Choice choice) {
        if (!ClassUtils.isPresent(JDBC, context.getClassLoader())) {
            throw choice.impossible(
                    "seckill-jdbc is not on the class path.",
                    "Add io.seckill:seckill-jdbc, spring-boot-starter-jdbc and a JDBC driver such as com.mysql:mysql-connector-j.",
                    null);
        }
        if (context.getBeanNamesForType(SeckillDatabase.class).length == 0) {
            throw choice.impossible(
                    "there is no database.",
                    "Add spring-boot-starter-jdbc and set spring.datasource.url, or define a DataSource bean; and leave"
                            + " seckill.jdbc.enabled on.",
                    null);
        }
        return get(SeckillDatabase.class, choice).dataSource();
    }

    private <T> T get(Class<T> type, Choice choice) {
        try {
            return context.getBean(type);
        } catch (BeansException e) {
            throw SeckillStartupException.in(e)
                    .map(cause -> choice.impossible("that cannot be had: " + cause.getMessage(), cause.action(), e))
                    .map(RuntimeException.class::cast)
                    .orElse(e);
        }
    }
}
