package io.seckill.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Operator;
import io.seckill.PurchaseRequest;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.spi.Outbox;
import io.seckill.spring.Contexts;
import io.seckill.spring.EnableSeckill;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** An operator finds and mends a difference through the endpoint, on a real Redis and a real database. */
class ReconcileOverHttpTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static LocalDatabase database;
    private static ConfigurableApplicationContext shop;

    @BeforeAll
    static void start() {
        database = LocalDatabase.shared().newSchema();
        shop = new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.SERVLET)
                .properties(
                        "server.port=0",
                        "management.endpoints.web.exposure.include=seckill",
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
    void findsPlansAndMendsACountThatIsWrongAndRebuildsTheSale() throws IOException, InterruptedException {
        Sale sale = Samples.openSale(10, 1);
        shop.getBean(Sales.class).open(sale);
        shop.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> shop.getBean(Outbox.class).backlog().parcels() == 0);
        assertThat(get(sale).body()).contains("\"clean\":true");

        shop.getBean(JdbcTemplate.class)
                .update(
                        "UPDATE seckill_sale SET held = held + 1 WHERE sale_id = ?",
                        sale.id().value());

        assertThat(get(sale).body()).contains("LEDGER_COUNT_DIFFERS");
        assertThat(post(sale, "repair").statusCode()).isEqualTo(409);
        assertThat(post(sale, "mend").statusCode()).isEqualTo(400);
        shop.getBean(Sales.class).pause(sale.id(), Operator.APPLICATION);
        assertThat(post(sale, "plan").body()).contains("LEDGER_COUNT_DIFFERS", "\"steps\":[\"");
        assertThat(post(sale, "repair").body()).contains("\"clean\":true", "\"steps\":[\"");
        assertThat(get(sale).body()).contains("\"clean\":true");

        assertThat(post(sale, "rebuild").body()).contains("\"epoch\":1", "\"state\":\"PAUSED\"", "\"reserved\":1");
        assertThat(get(Samples.openSale(10, 1)).statusCode()).isEqualTo(404);
    }

    private static HttpResponse<String> get(Sale sale) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(at(sale)).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(Sale sale, String change) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(at(sale))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"change\":\"" + change + "\"}"))
                        .build(),
                BodyHandlers.ofString());
    }

    private static URI at(Sale sale) {
        return URI.create("http://localhost:" + shop.getEnvironment().getProperty("local.server.port")
                + "/actuator/seckill/reconcile/" + sale.id());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSeckill
    static class Shop {}
}
