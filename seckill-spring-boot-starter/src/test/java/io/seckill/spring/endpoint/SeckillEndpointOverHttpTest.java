package io.seckill.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Operator;
import io.seckill.PurchaseRequest;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.spring.Contexts;
import io.seckill.spring.EnableSeckill;
import io.seckill.test.contract.Samples;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The endpoint as an operator meets it: HTTP and JSON, of a whole application, on whichever Spring Boot runs. */
class SeckillEndpointOverHttpTest {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=seckill";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Sale sale = Samples.openSale(10, 1);
    private ConfigurableApplicationContext shop;

    @AfterEach
    void stop() {
        shop.close();
    }

    private record Answer(int status, String body) {

        Map<String, Object> map() {
            return JsonParserFactory.getJsonParser().parseMap(body);
        }

        List<Object> list() {
            return JsonParserFactory.getJsonParser().parseList(body);
        }
    }

    @Test
    void isNotExposedByDefault() throws IOException, InterruptedException {
        start();

        assertThat(get("").status).isEqualTo(404);
        assertThat(post("/sales/" + sale.id(), "{\"change\":\"pause\"}").status).isEqualTo(404);
    }

    @Test
    void pausesASaleOnceUnderItsKeyAndNamesWhoDid() throws IOException, InterruptedException {
        start(EXPOSED);
        String path = "/sales/" + sale.id();
        String pause = "{\"change\":\"pause\",\"key\":\"form-1\"}";

        assertThat(post(path, pause).map()).containsEntry("state", "PAUSED");
        assertThat(post(path, "{\"change\":\"resume\"}").map()).containsEntry("state", "OPEN");
        assertThat(post(path, pause).map()).containsEntry("state", "OPEN");

        assertThat(get(path).body).contains("\"who\":\"actuator\"", "\"what\":\"pause\"");
        assertThat(get("").map()).containsKeys("sales", "outbox");
        assertThat(get("/sales/other"))
                .returns(404, Answer::status)
                .returns(Map.of("notFound", "there is no sale 'other'"), Answer::map);
        assertThat(post(path, "{\"change\":\"open\"}").status).isEqualTo(400);
    }

    @Test
    void whatTheSaleDoesNotAllowIsAConflict() throws IOException, InterruptedException {
        start(EXPOSED);
        shop.getBean(Sales.class).close(sale.id(), Operator.APPLICATION);

        Answer answer = post("/sales/" + sale.id(), "{\"change\":\"resume\"}");

        assertThat(answer.status).isEqualTo(409);
        assertThat(answer.map()).containsKey("refused");
    }

    @Test
    void showsDeadLettersAndRetriesOne() throws IOException, InterruptedException {
        start(EXPOSED);
        bury(2);
        List<Object> letters = get("/dead-letters").list();
        assertThat(letters).hasSize(2);
        String id = id(letters.get(0));

        assertThat(get("/dead-letters/" + id).map())
                .containsEntry("sale", sale.id().value())
                .containsEntry("buyer", "buyer-0")
                .containsEntry("lastError", "last error");
        assertThat(post("/dead-letters/" + id, "{\"change\":\"retry\"}").status).isEqualTo(200);

        assertThat(get("/dead-letters").list()).hasSize(1);
        assertThat(outbox().backlog().parcels()).isEqualTo(1);
        assertThat(get("/dead-letters/" + id).status).isEqualTo(404);
        assertThat(post("/dead-letters/" + id, "{\"change\":\"retry\"}").status).isEqualTo(404);
    }

    @Test
    void retriesAllDeadLetters() throws IOException, InterruptedException {
        start(EXPOSED);
        bury(3);

        assertThat(post("/dead-letters", "{\"change\":\"refuse\"}").status).isEqualTo(400);
        assertThat(post("/dead-letters", "{}").status).isEqualTo(400);
        assertThat(post("/dead-letters", "{\"change\":\"retry\",\"id\":\"one\"}").status)
                .isEqualTo(400);
        assertThat(post("/dead-letters", "{\"change\":\"retry\"}").map()).containsEntry("retried", 3);

        assertThat(get("/dead-letters").list()).isEmpty();
        assertThat(outbox().backlog().parcels()).isEqualTo(3);
    }

    @Test
    void refusesADeadLetterSoThatItsStockIsForSaleAgain() throws IOException, InterruptedException {
        start(EXPOSED);
        bury(1);
        String id = id(get("/dead-letters").list().get(0));

        assertThat(post("/dead-letters/" + id, "{\"change\":\"give up\"}").status)
                .isEqualTo(400);
        assertThat(post("/dead-letters/" + id, "{\"change\":\"refuse\"}").map()).containsEntry("outcome", "DONE");

        assertThat(get("/sales/" + sale.id()).map()).containsEntry("available", 10);
        assertThat(get("/sales/" + sale.id()).body).contains("refuse-dead-letter");
    }

    private void bury(int letters) {
        for (int buyer = 0; buyer < letters; buyer++) {
            shop.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(buyer)));
        }
        for (Parcel parcel : outbox().take(0, letters)) {
            outbox().settle(
                            parcel,
                            parcel.reservations().stream()
                                    .map(reservation -> new DeadLetter(reservation, 8, "first error", "last error"))
                                    .toList());
        }
    }

    private static String id(Object letter) {
        return String.valueOf(((Map<?, ?>) letter).get("id"));
    }

    private Outbox outbox() {
        return shop.getBean(Outbox.class);
    }

    private Answer get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(at(path)).build());
    }

    private Answer post(String path, String json) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(at(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build());
    }

    private URI at(String path) {
        return URI.create("http://localhost:" + shop.getEnvironment().getProperty("local.server.port")
                + "/actuator/seckill" + path);
    }

    private Answer send(HttpRequest request) throws IOException, InterruptedException {
        var response = client.send(request, BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    private void start(String... properties) {
        shop = new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.SERVLET)
                .properties(
                        "server.port=0",
                        "seckill.gate=in-memory",
                        "seckill.relay.enabled=false",
                        "seckill.jdbc.enabled=false",
                        "spring.datasource.url=jdbc:mysql://localhost/not-used")
                .properties(properties)
                .run();
        shop.getBean(Sales.class).open(sale);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSeckill
    @Import(Contexts.Sink.class)
    static class Shop {}
}
