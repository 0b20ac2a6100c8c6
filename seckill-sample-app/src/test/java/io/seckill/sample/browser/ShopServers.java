package io.seckill.sample.browser;

import io.seckill.lab.run.LabServers;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.util.UUID;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Gives the shop and its lab the servers that all tests share, and there a corner of their own; the lab empties its Redis, so it has one. */
final class ShopServers implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        LocalRedis redis = LocalRedis.shared();
        LocalDatabase database = LocalDatabase.shared().newSchema();
        TestPropertyValues.of(
                        "spring.data.redis.host=" + redis.host(),
                        "spring.data.redis.port=" + redis.port(),
                        "seckill.redis.key-prefix=pages-" + UUID.randomUUID(),
                        "sample.board.max-age=50ms",
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.username(),
                        "spring.datasource.password=" + database.password())
                .applyTo(context);
        context.getBeanFactory()
                .registerSingleton(
                        "labServers",
                        new LabServers(
                                LocalRedis::start, () -> LocalDatabase.shared().newSchema()));
    }
}
