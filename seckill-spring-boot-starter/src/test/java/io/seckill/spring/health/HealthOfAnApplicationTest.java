package io.seckill.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.PurchaseRequest;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.spring.Contexts;
import io.seckill.spring.EnableSeckill;
import io.seckill.test.contract.Samples;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the health endpoint of a whole application makes of it, on whichever Spring Boot runs. */
class HealthOfAnApplicationTest {

    @Test
    void theApplicationIsDegradedAndStillAnswersOk() {
        try (ConfigurableApplicationContext shop = shop()) {
            assertThat(BootHealth.statusOfAll(shop)).isEqualTo("UP");

            buy(shop);

            assertThat(BootHealth.statusOfAll(shop)).isEqualTo("DEGRADED");
            assertThat(BootHealth.httpStatusOfAll(shop)).isEqualTo(200);
        }
    }

    @Test
    void anOrderOfTheApplicationWins() {
        try (ConfigurableApplicationContext shop =
                shop("management.endpoint.health.status.order=DOWN,OUT_OF_SERVICE,UP,UNKNOWN,DEGRADED")) {
            buy(shop);

            assertThat(BootHealth.status(shop)).isEqualTo("DEGRADED");
            assertThat(BootHealth.statusOfAll(shop)).isEqualTo("UP");
        }
    }

    private static void buy(ConfigurableApplicationContext shop) {
        Sale sale = Samples.openSale(1, 1);
        shop.getBean(Sales.class).open(sale);
        shop.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));
    }

    private static ConfigurableApplicationContext shop(String... properties) {
        return new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "seckill.gate=in-memory",
                        "seckill.relay.enabled=false",
                        "seckill.jdbc.enabled=false",
                        "seckill.health.timeout=20s",
                        "seckill.health.backlog-parcels=0",
                        "spring.datasource.url=jdbc:mysql://localhost/not-used",
                        "management.health.db.enabled=false",
                        "management.health.redis.enabled=false",
                        "management.health.diskspace.enabled=false")
                .properties(properties)
                .run();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSeckill
    @Import(Contexts.Sink.class)
    static class Shop {}
}
