package io.seckill.sample.demo;

import io.seckill.test.server.LocalDatabase;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** The demo's own database, where {@code spring.datasource} names none. It ends with the application, and its data with it. */
@Configuration(proxyBeanMethods = false)
@Profile("demo")
@Conditional(Unconfigured.Database.class)
class DemoDatabase {

    @Bean
    LocalDatabase database(DemoFolder folder) {
        System.setProperty(
                "seckill.test.database.binaries", folder.resolve("mariadb").toString());
        return LocalDatabase.start();
    }

    @Bean
    JdbcConnectionDetails databaseConnection(LocalDatabase database) {
        return new JdbcConnectionDetails() {
            @Override
            public String getUsername() {
                return database.username();
            }

            @Override
            public String getPassword() {
                return database.password();
            }

            @Override
            public String getJdbcUrl() {
                return database.jdbcUrl();
            }
        };
    }
}
