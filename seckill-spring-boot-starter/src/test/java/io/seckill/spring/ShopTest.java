package io.seckill.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Sale;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** A whole application, with everything that Boot configures by itself, on a real Redis and a real database. */
class ShopTest {

    private static LocalDatabase database;
    private static ConfigurableApplicationContext shop;

    @BeforeAll
    static void start() {
        database = LocalDatabase.shared().newSchema();
        shop = new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.data.redis.url=" + LocalRedis.shared().uri(),
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.username(),
                        "spring.datasource.password=" + database.password(),
                        "seckill.jdbc.initialize-schema=always",
                        "seckill.engine.deadline=20s",
                        Contexts.ownPrefix())
                .run();
    }

    @AfterAll
    static void stop() {
        shop.close();
        database.close();
    }

    @Test
    void sellsAHundredItemsToTwoHundredBuyersAndEveryOrderIsInTheDatabase() {
        Sale sale = Samples.openSale(100, 1);
        Sales sales = shop.getBean(Sales.class);
        Seckill seckill = shop.getBean(Seckill.class);
        sales.open(sale);

        List<PurchaseResult> results =
                Stampede.of(200, number -> seckill.buy(PurchaseRequest.of(sale.id(), Samples.buyer(number))));

        List<String> accepted = results.stream()
                .filter(Accepted.class::isInstance)
                .map(result -> ((Accepted) result).reservation().order().value())
                .toList();
        assertThat(accepted).hasSize(100).doesNotHaveDuplicates();
        assertThat(results)
                .filteredOn(result -> !(result instanceof Accepted))
                .allMatch(result -> result.equals(Rejected.because(Reason.SOLD_OUT)));

        SaleStatus status = sales.find(sale.id()).orElseThrow();
        assertThat(status.available()).isZero();
        assertThat(status.reserved() + status.sold()).isEqualTo(100);

        JdbcTemplate jdbc = shop.getBean(JdbcTemplate.class);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(jdbc.queryForList(
                                "SELECT order_id FROM seckill_order WHERE sale_id = ? AND status = 'UNPAID'",
                                String.class,
                                sale.id().value()))
                        .containsExactlyInAnyOrderElementsOf(accepted));
        MeterRegistry meters = shop.getBean(MeterRegistry.class);
        assertThat(meters.get("seckill.purchases")
                        .tag("outcome", "accepted")
                        .counter()
                        .count())
                .isEqualTo(100);
        await().untilAsserted(() -> assertThat(meters.get("seckill.deliveries")
                        .tag("outcome", "stored")
                        .counter()
                        .count())
                .isEqualTo(100));
    }

    @Test
    void leavesTheExecutorsAndTemplatesOfTheApplicationAlone() {
        assertThat(shop.getBeanNamesForType(Executor.class)).containsExactly("applicationTaskExecutor");

        StringRedisTemplate redis = shop.getBean(StringRedisTemplate.class);
        String key = "greeting-" + Samples.orderId();
        redis.opsForValue().set(key, "hello", Duration.ofMinutes(1));
        assertThat(redis.opsForValue().get(key)).isEqualTo("hello");
    }

    @Test
    void runsOnTheVersionOfSpringBootThatIsMeant() {
        String meant = System.getProperty("seckill.expected-boot-version", "4.0");

        assertThat(SpringBootVersion.getVersion()).startsWith(meant);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSeckill
    static class Shop {}
}
