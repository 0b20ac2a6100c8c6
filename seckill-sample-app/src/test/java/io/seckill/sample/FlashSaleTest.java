package io.seckill.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The whole shop over HTTP, on a real Redis and a real database. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
class FlashSaleTest {

    private static final int BUYERS = 2_000;
    private static final int STOCK = 500;
    private static final int CLIENTS = 200;
    private static final int EVERY_TWENTIETH = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry settings) {
        LocalRedis redis = LocalRedis.shared();
        LocalDatabase database = LocalDatabase.shared().newSchema();
        settings.add("spring.data.redis.host", redis::host);
        settings.add("spring.data.redis.port", redis::port);
        settings.add("seckill.redis.key-prefix", () -> "shop-" + UUID.randomUUID());
        // 200 clients and the shop share the machine: slow is no failure here
        settings.add("seckill.redis.timeout", () -> PATIENCE);
        settings.add("seckill.engine.deadline", () -> PATIENCE);
        settings.add("spring.datasource.url", database::jdbcUrl);
        settings.add("spring.datasource.username", database::username);
        settings.add("spring.datasource.password", database::password);
    }

    @LocalServerPort
    private int port;

    @Autowired
    private Sales sales;

    @Autowired
    private JdbcClient database;

    @Autowired
    private HikariDataSource pool;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    @Timeout(120)
    void twoThousandBuyersGetFiveHundredCouponsOneEach() throws Exception {
        SaleId sale = opened("rush", STOCK, 1);
        List<Callable<HttpResponse<String>>> clicks = IntStream.range(0, BUYERS)
                .boxed()
                .flatMap(buyer -> clicks(sale, buyer))
                .toList();

        List<HttpResponse<String>> answers = atOnce(clicks);

        assertThat(answers).extracting(HttpResponse::statusCode).isSubsetOf(202, 409, 429);
        assertThat(answers).filteredOn(answer -> answer.statusCode() == 202).hasSize(STOCK);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(buyersInLedger(sale)).hasSize(STOCK));
        assertThat(buyersInLedger(sale)).doesNotHaveDuplicates();
        assertCountersAgree(sale, STOCK);
    }

    /** Returns one click, and now and then two of the same buyer, next to each other so that they are sent at the same time. */
    private Stream<Callable<HttpResponse<String>>> clicks(SaleId sale, int buyer) {
        int times = buyer % EVERY_TWENTIETH == 0 ? 2 : 1;
        return Stream.generate(() -> (Callable<HttpResponse<String>>) () -> buy(sale, "buyer-" + buyer, ""))
                .limit(times);
    }

    @Test
    void anAcceptedPurchaseBecomesAnOrderThatOnlyItsBuyerSees() throws Exception {
        SaleId sale = opened("single", 5, 1);

        HttpResponse<String> answer = buy(sale, "alice", "");
        String order = answer.headers().firstValue("Location").orElseThrow();

        assertThat(answer.body())
                .matches("\\{\"orderId\":\"\\d+\",\"status\":\"QUEUED\",\"quantity\":1,\"replayed\":false}");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(get(order, "alice").body()).contains("\"status\":\"UNPAID\""));
        assertThat(get(order, "bob").statusCode()).isEqualTo(404);
        assertCountersAgree(sale, 1);
    }

    @Test
    @Timeout(30)
    void aDatabaseThatGivesNoConnectionStopsNeitherBuyingNorLooking() throws Exception {
        SaleId sale = opened("alone", 5, 1);
        List<Connection> all = new ArrayList<>();
        try {
            while (all.size() < pool.getMaximumPoolSize()) {
                all.add(pool.getConnection());
            }
            String order =
                    buy(sale, "alice", "").headers().firstValue("Location").orElseThrow();

            List<HttpResponse<String>> answers = atOnce(Collections.nCopies(CLIENTS, () -> get(order, "alice")));

            assertThat(answers).extracting(HttpResponse::body).allMatch(body -> body.contains("\"status\":\"QUEUED\""));
        } finally {
            for (Connection connection : all) {
                connection.close();
            }
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(buyersInLedger(sale)).hasSize(1));
    }

    @Test
    void aRequestKeyBuysOnceHoweverOftenItIsSent() throws Exception {
        SaleId sale = opened("keys", 100, 5);

        List<HttpResponse<String>> answers = atOnce(
                Collections.nCopies(20, () -> buy(sale, "alice", "{\"quantity\":2,\"requestKey\":\"form-17\"}")));

        assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(202);
        assertThat(answers)
                .extracting(answer -> answer.headers().firstValue("Location"))
                .containsOnly(answers.get(0).headers().firstValue("Location"));
        assertThat(answers)
                .filteredOn(answer -> answer.body().contains("\"replayed\":false"))
                .hasSize(1);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(buyersInLedger(sale)).hasSize(1));
        assertCountersAgree(sale, 2);
    }

    @Test
    void aSaleIsOpenedOnceAndOverWhenItCloses() throws Exception {
        String past = sale("over", 3, 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(1));

        assertThat(open(past).statusCode()).isEqualTo(201);
        assertThat(open(past).statusCode()).isEqualTo(200);
        HttpResponse<String> other = open(past.replace("coffee", "tea"));
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("title is 'One free coffee', not 'One free tea'");
        assertThat(buy(new SaleId("over"), "alice", "").statusCode()).isEqualTo(410);
        assertThat(get("/api/sales/over", "alice").body()).contains("\"title\":\"One free coffee\"", "\"available\":3");
        assertThat(get("/api/sales", "alice").body()).contains("\"over\"", "\"coupon-now\"", "\"coupon-soon\"");
    }

    @Test
    void thePagesAreThere() throws Exception {
        assertThat(get("/", "alice").body()).contains("api/sales", "swagger-ui.html");
        assertThat(get("/swagger-ui/index.html", "alice").statusCode()).isEqualTo(200);
        assertThat(get("/v3/api-docs", "alice").body()).contains("/api/sales/{sale}/purchases", "X-Buyer-Id");
        assertThat(get("/actuator/health", "alice").body()).contains("UP");
        assertThat(get("/actuator/metrics", "alice").statusCode()).isEqualTo(401);
    }

    private SaleId opened(String id, int total, int limit) throws Exception {
        Instant now = Instant.now();
        String body = sale(id, total, limit, now.minusSeconds(60), now.plusSeconds(3_600));
        assertThat(open(body).statusCode()).isEqualTo(201);
        return new SaleId(id);
    }

    private static String sale(String id, int total, int limit, Instant opens, Instant closes) {
        return """
                {"id":"%s","title":"One free coffee","total":%d,"limit":%d,"opens":"%s","closes":"%s"}""".formatted(id, total, limit, opens, closes);
    }

    private HttpResponse<String> open(String body) throws Exception {
        String operator = Base64.getEncoder().encodeToString("admin:demo-admin".getBytes(StandardCharsets.UTF_8));
        return send(to("/api/admin/sales")
                .header("Authorization", "Basic " + operator)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> buy(SaleId sale, String buyer, String body) throws Exception {
        return send(to("/api/sales/" + sale + "/purchases")
                .header("X-Buyer-Id", buyer)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> get(String path, String buyer) throws Exception {
        return send(to(path).header("X-Buyer-Id", buyer));
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : clients.invokeAll(calls)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            clients.shutdownNow();
        }
    }

    private List<String> buyersInLedger(SaleId sale) {
        return database.sql("SELECT buyer_id FROM seckill_order WHERE sale_id = ? AND status = 'UNPAID'")
                .param(sale.value())
                .query(String.class)
                .list();
    }

    private void assertCountersAgree(SaleId sale, long taken) {
        SaleStatus inRedis = sales.find(sale).orElseThrow();
        assertThat(inRedis.reserved()).isEqualTo(taken);
        assertThat(inRedis.available()).isEqualTo(inRedis.sale().total() - taken);
        assertThat(database.sql("SELECT held FROM seckill_sale WHERE sale_id = ?")
                        .param(sale.value())
                        .query(Long.class)
                        .single())
                .isEqualTo(taken);
    }
}
