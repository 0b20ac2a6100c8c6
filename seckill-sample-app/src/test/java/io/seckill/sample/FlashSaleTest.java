package io.seckill.sample;

import static io.seckill.sample.ShopClient.PATIENCE;
import static io.seckill.sample.ShopClient.atOnce;
import static io.seckill.sample.ShopClient.sale;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.seckill.BuyerId;
import io.seckill.LatePayment;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.spi.LatePaymentHandler;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole shop over HTTP, on a real Redis and a real database. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
class FlashSaleTest {

    private static final int BUYERS = 2_000;
    private static final int STOCK = 500;
    private static final int CLIENTS = 200;
    private static final int EVERY_TWENTIETH = 20;
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

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
        settings.add("sample.events.max", () -> 1);
        settings.add("sample.events.recheck", () -> "1s");
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

    @Autowired
    private LatePaymentHandler refunds;

    @Autowired
    private ApplicationContext context;

    private ShopClient shop;

    @BeforeEach
    void comeIn() {
        shop = new ShopClient(port);
    }

    @Test
    @Timeout(120)
    void twoThousandBuyersGetFiveHundredCouponsOneEach() throws Exception {
        SaleId sale = shop.opened("rush", STOCK, 1, HALF_AN_HOUR);
        List<Callable<HttpResponse<String>>> clicks = IntStream.range(0, BUYERS)
                .boxed()
                .flatMap(buyer -> clicks(sale, buyer))
                .toList();

        List<HttpResponse<String>> answers = atOnce(CLIENTS, clicks);

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
        return Stream.generate(() -> (Callable<HttpResponse<String>>) () -> shop.buy(sale, "buyer-" + buyer, ""))
                .limit(times);
    }

    @Test
    @Timeout(120)
    void aCrowdOfTheOperatorsBuysAllThereIsAndNoMore() throws Exception {
        SaleId sale = shop.opened("crowded", 50, 1, HALF_AN_HOUR);

        HttpResponse<String> begun = shop.crowd(sale, 300, 20);
        HttpResponse<String> second = shop.crowd(sale, 1, 1);

        assertThat(begun.statusCode()).isEqualTo(202);
        assertThat(begun.headers().allValues("Set-Cookie")).noneMatch(cookie -> cookie.startsWith("JSESSIONID"));
        assertThat(second.statusCode()).isEqualTo(409);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.overview("/crowd"))
                        .contains(
                                "\"state\":\"DONE\"",
                                "\"came\":300",
                                "\"accepted\":50",
                                "\"rejected\":{\"SOLD_OUT\":250}",
                                "\"errors\":{}",
                                "\"orders\":50,\"oversold\":0"));
        assertThat(buyersInLedger(sale)).hasSize(50).doesNotHaveDuplicates();
        assertCountersAgree(sale, 50);
    }

    @Test
    void anAcceptedPurchaseBecomesAnOrderThatOnlyItsBuyerSees() throws Exception {
        SaleId sale = shop.opened("single", 5, 1, HALF_AN_HOUR);

        HttpResponse<String> answer = shop.buy(sale, "alice", "");
        String order = answer.headers().firstValue("Location").orElseThrow();

        assertThat(answer.body())
                .matches("\\{\"orderId\":\"\\d+\",\"status\":\"QUEUED\",\"quantity\":1,\"replayed\":false}");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.get(order, "alice").body()).contains("\"status\":\"UNPAID\""));
        assertThat(shop.get(order, "bob").statusCode()).isEqualTo(404);
        assertCountersAgree(sale, 1);
    }

    @Test
    @Timeout(30)
    void aDatabaseThatGivesNoConnectionStopsNeitherBuyingNorLooking() throws Exception {
        SaleId sale = shop.opened("alone", 5, 1, HALF_AN_HOUR);
        List<Connection> all = new ArrayList<>();
        try {
            while (all.size() < pool.getMaximumPoolSize()) {
                all.add(pool.getConnection());
            }
            String order =
                    shop.buy(sale, "alice", "").headers().firstValue("Location").orElseThrow();

            List<HttpResponse<String>> answers =
                    atOnce(CLIENTS, Collections.nCopies(CLIENTS, () -> shop.get(order, "alice")));

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
        SaleId sale = shop.opened("keys", 100, 5, HALF_AN_HOUR);

        List<HttpResponse<String>> answers = atOnce(
                CLIENTS,
                Collections.nCopies(20, () -> shop.buy(sale, "alice", "{\"quantity\":2,\"requestKey\":\"form-17\"}")));

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
    void whoWatchesAnOrderIsToldWithoutAskingUntilItIsPaid() throws Exception {
        SaleId sale = shop.opened("watched", 5, 1, HALF_AN_HOUR);
        String order = bought(sale, "alice");

        try (Stream<String> lines = shop.watch(order, "alice").body()) {
            Iterator<String> states =
                    lines.filter(line -> line.startsWith("id:")).iterator();
            String first = states.next();
            assertThat(first.equals("id:QUEUED") ? states.next() : first).isEqualTo("id:UNPAID");

            assertThat(shop.pay(order, "alice", "pay-1").body()).contains("\"status\":\"PAID\"");

            assertThat(states.next()).isEqualTo("id:PAID");
            assertThat(states.hasNext()).isFalse();
        }
        assertThat(shop.get(order, "bob").statusCode()).isEqualTo(404);
        assertThat(shop.cancel(order, "bob").statusCode()).isEqualTo(404);
        assertThat(shop.cancel(order, "alice").statusCode()).isEqualTo(409);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.overview("/sales/watched"))
                        .contains("\"available\":4,\"reserved\":0,\"sold\":1"));
    }

    @Test
    void whoeverStopsWatchingIsForgotten() throws Exception {
        SaleId sale = shop.opened("left", 5, 1, HALF_AN_HOUR);
        String order = bought(sale, "alice");

        try (Stream<String> lines = shop.watch(order, "alice").body()) {
            assertThat(lines.findFirst()).isPresent();
            assertThat(shop.watch(order, "alice").statusCode()).isEqualTo(503);
        }

        await().atMost(PATIENCE).until(() -> shop.watch(order, "alice").statusCode() == 200);
        assertThat(shop.cancel(order, "alice").statusCode()).isEqualTo(200); // ends the stream
    }

    @Test
    void aPaymentAfterTheCancellationIsGivenBackOnce() throws Exception {
        SaleId sale = shop.opened("late", 5, 2, HALF_AN_HOUR);
        String order = bought(sale, "alice");
        assertThat(shop.cancel(order, "alice").body()).contains("\"status\":\"CANCELLED\"");

        HttpResponse<String> late = shop.pay(order, "alice", "pay-late");

        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("CANCELLED", "cancelled-by-buyer", "will be refunded");
        assertThat(shop.pay(order, "alice", "pay-late").statusCode()).isEqualTo(409);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.overview("/refunds"))
                        .containsOnlyOnce("\"paymentId\":\"pay-late\"")
                        .contains("\"amountCents\":150"));
        refunds.refund(latePayment(order, sale));
        assertThat(shop.overview("/refunds")).containsOnlyOnce("\"paymentId\":\"pay-late\"");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.overview("/sales/late")).contains("\"available\":5"));
    }

    private String bought(SaleId sale, String buyer) throws Exception {
        return shop.buy(sale, buyer, "").headers().firstValue("Location").orElseThrow();
    }

    private static LatePayment latePayment(String order, SaleId sale) {
        OrderId id = new OrderId(order.substring(order.lastIndexOf('/') + 1));
        Reservation reservation = Reservation.of(sale, new BuyerId("alice"), id, 1);
        Order cancelled = new Order(reservation, OrderStatus.CANCELLED, Optional.empty(), Instant.EPOCH, Instant.EPOCH);
        return new LatePayment(cancelled, new PaymentId("pay-late"), Instant.EPOCH);
    }

    @Test
    void aSaleIsOpenedOnceAndOverWhenItCloses() throws Exception {
        String past = sale("past", 3, 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
        assertThat(shop.operate("", past).body()).contains("WINDOW_OVER", "closes must be in the future");
        assertThat(shop.get("/api/sales/past", "alice").statusCode()).isEqualTo(404);
        Instant end = Instant.now().plusSeconds(3);
        String brief = sale("over", 3, 1, Instant.EPOCH, end);

        assertThat(shop.operate("", brief).statusCode()).isEqualTo(201);
        await().atMost(PATIENCE).until(() -> Instant.now().isAfter(end.plusMillis(50)));
        assertThat(shop.operate("", brief).statusCode()).isEqualTo(200);
        HttpResponse<String> other = shop.operate("", brief.replace("coffee", "tea"));
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("title is 'One free coffee', not 'One free tea'");
        assertThat(shop.buy(new SaleId("over"), "alice", "").statusCode()).isEqualTo(410);
        assertThat(shop.get("/api/sales/over", "alice").body())
                .contains("\"title\":\"One free coffee\"", "\"available\":3");
        assertThat(shop.get("/api/sales", "alice").body()).contains("\"over\"", "\"coupon-now\"", "\"coupon-soon\"");
    }

    /** Redisson and Curator are on the class path, for the lab. */
    @Test
    void theShopSpeaksToRedisByLettuceAloneWhateverTheLabBrings() {
        assertThat(context.getBean(RedisConnectionFactory.class)).isInstanceOf(LettuceConnectionFactory.class);
        assertThat(context.getBeanDefinitionNames())
                .extracting(context::getType)
                .filteredOn(type -> type != null)
                .extracting(Class::getName)
                .noneMatch(name -> name.startsWith("org.redisson") || name.startsWith("org.apache.curator"));
    }

    @Test
    void theApiPageTellsOfEachOperationWhatItDoesForWhomAndItsErrors() throws Exception {
        JsonNode page =
                JsonMapper.shared().readTree(shop.get("/v3/api-docs", "alice").body());

        List<JsonNode> operations = page.get("paths").values().stream()
                .flatMap(path -> path.values().stream())
                .toList();
        assertThat(operations).hasSizeGreaterThan(20).allSatisfy(operation -> {
            assertThat(operation.has("summary")).as(operation.toString()).isTrue();
            assertThat(tags(page)).contains(operation.at("/tags/0").asString());
            assertThat(operation
                            .at("/responses/503/content/application~1problem+json/schema/$ref")
                            .asString())
                    .isEqualTo("#/components/schemas/Problem");
            assertThat(operation.path("parameters").values())
                    .allSatisfy(parameter -> assertThat(
                                    parameter.path("description").asString(""))
                            .as(parameter.toString())
                            .isNotBlank());
        });
        assertThat(page.at("/components/schemas/Problem/properties").propertyNames())
                .contains("detail", "code", "errors");
        assertThat(page.at("/components/schemas/NewSale/properties/total/maximum")
                        .asLong())
                .isEqualTo(Sale.MAX_TOTAL);
        assertThat(page.at("/paths/~1api~1sales~1{sale}~1purchases/post/responses")
                        .propertyNames())
                .contains("202", "400", "401", "403", "404", "409");
        assertThat(page.at("/paths/~1api~1lab~1experiments/post/security/0").has("buyer"))
                .isTrue();
        assertThat(page.at("/paths/~1api~1me/put/responses").propertyNames())
                .contains("204")
                .doesNotContain("200");
    }

    private static List<String> tags(JsonNode page) {
        return page.get("tags").values().stream()
                .filter(tag -> tag.has("description"))
                .map(tag -> tag.get("name").asString())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/sales/a%2fb", "/api/sales/a%00b", "/api/sales/a%5cb", "/api/sales/a;b", "/nothing"})
    void whatNeverReachesAnEndpointIsAProblemToo(String path) throws Exception {
        HttpResponse<String> answer = shop.get(path, "alice");

        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonNode problem = JsonMapper.shared().readTree(answer.body());
        assertThat(problem.get("code").asString()).isIn("BAD_REQUEST", "NOT_FOUND");
        assertThat(problem.get("detail").asString()).contains(path);
    }

    @Test
    void aNumberThatIsNotThereIsSaidToBeMissing() throws Exception {
        assertThat(shop.post("/api/lab/experiments", "alice", "{\"stages\":[\"lua-gate\"]}")
                        .body())
                .contains(" is missing", "BAD_REQUEST");
    }

    @Test
    void thePagesAreThere() throws Exception {
        assertThat(shop.get("/", "alice").body())
                .contains("shop/shop.js", "\"admin\"", "\"lab\"", "swagger-ui.html", "actuator/health");
        assertThat(shop.get("/swagger-ui/index.html", "alice").statusCode()).isEqualTo(200);
        assertThat(shop.get("/v3/api-docs", "alice").body())
                .contains(
                        "/api/sales/{sale}/purchases",
                        "X-Buyer-Id",
                        "/api/sales/{sale}/token",
                        "/api/orders/{order}/payment",
                        "/api/orders/{order}/events",
                        "text/event-stream",
                        "/api/admin/sales/{sale}/stock",
                        "/api/admin/sales/{sale}/rebuild",
                        "/api/admin/dead-letters/{id}/refuse",
                        "/api/admin/refunds");
        assertThat(shop.get("/actuator/health", "alice").body()).contains("UP").doesNotContain("details");
        assertThat(shop.get("/actuator/health/readiness", "alice").statusCode()).isEqualTo(200);
        assertThat(shop.get("/actuator/metrics", "alice").statusCode()).isEqualTo(401);
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
