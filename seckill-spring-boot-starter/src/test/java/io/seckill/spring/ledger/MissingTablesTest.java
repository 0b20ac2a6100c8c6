package io.seckill.spring.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.spring.Contexts;
import io.seckill.spring.EnableSeckill;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** What is read of an application that has Redis and a database, but forgot its tables. */
@ExtendWith(OutputCaptureExtension.class)
class MissingTablesTest {

    @RepeatedTest(3)
    void isExplainedAndNothingElseComplains(CapturedOutput output) {
        try (LocalDatabase database = LocalDatabase.shared().newSchema()) {
            SpringApplicationBuilder shop = new SpringApplicationBuilder(Shop.class)
                    .web(WebApplicationType.NONE)
                    .properties(
                            "spring.datasource.url=" + database.jdbcUrl(),
                            "spring.datasource.username=" + database.username(),
                            "spring.datasource.password=" + database.password(),
                            "spring.data.redis.url=" + LocalRedis.shared().uri(),
                            "seckill.order-ids.lease-term=1s",
                            Contexts.ownPrefix());

            assertThatThrownBy(shop::run).isInstanceOf(RuntimeException.class);
        }

        assertThat(output)
                .contains("The order ledger cannot use its tables seckill_sale and seckill_order")
                .doesNotContain("trying again");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSeckill
    static class Shop {}
}
