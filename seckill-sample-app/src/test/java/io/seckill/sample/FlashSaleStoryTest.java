package io.seckill.sample;

import static io.seckill.sample.ShopClient.PATIENCE;
import static io.seckill.sample.ShopClient.atOnce;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.SaleId;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Whole sales, from the first click to the figures that are final, on servers of their own that break in between. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
@DirtiesContext // the shop ends here, its servers with the JVM
class FlashSaleStoryTest {

    private static final int CLIENTS = 32;
    private static final int COUPONS = 300;
    private static final int THIRD = COUPONS / 3;
    private static final Duration OUTAGE = Duration.ofSeconds(20);
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    private static final LocalRedis REDIS = LocalRedis.start("--appendonly", "yes");
    private static final LocalDatabase DATABASE = LocalDatabase.start();

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry settings) {
        settings.add("spring.data.redis.host", REDIS::host);
        settings.add("spring.data.redis.port", REDIS::port);
        // the clients and the shop share the machine: slow is no failure here
        settings.add("seckill.redis.timeout", () -> PATIENCE);
        settings.add("seckill.engine.deadline", () -> PATIENCE);
        settings.add("spring.datasource.url", DATABASE::jdbcUrl);
        settings.add("spring.datasource.username", DATABASE::username);
        settings.add("spring.datasource.password", DATABASE::password);
    }

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcClient ledger;

    @Autowired
    private StringRedisTemplate gate;

    private ShopClient shop;

    @BeforeEach
    void comeIn() {
        shop = new ShopClient(port);
    }

    /** A buyer who was told that a purchase was accepted. */
    private record Winner(String buyer, String order) {}

    @Test
    @Timeout(300)
    void aThirdPaysAThirdCancelsAThirdForgetsAndASecondWaveBuysWhatCameBack() throws Exception {
        SaleId sale = shop.opened("story", COUPONS, 1, Duration.ofSeconds(20));

        List<Winner> winners = wave(sale, "first", 3_000, sold -> {});

        assertThat(winners).hasSize(COUPONS);
        assertThat(payOrCancel(winners)).containsExactly(THIRD, THIRD);
        Winner forgetful = winners.get(COUPONS - 1);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(figures(sale))
                        .contains("\"available\":%d,\"reserved\":0,\"sold\":%d".formatted(2 * THIRD, THIRD)));
        assertThat(shop.get(forgetful.order, forgetful.buyer).body())
                .contains("\"status\":\"CANCELLED\"", "\"reason\":\"not-paid\"");
        assertThat(shop.pay(forgetful.order, forgetful.buyer, "too-late").statusCode())
                .isEqualTo(409);

        List<Winner> second = wave(sale, "second", 600, sold -> {});

        assertThat(second).hasSize(2 * THIRD);
        assertThat(pay(second)).isEqualTo(2 * THIRD);
        assertAllSoldAndFinal(sale);
        assertThat(orders(sale, "status = 'CANCELLED' AND reason = 'cancelled-by-buyer'"))
                .isEqualTo(THIRD);
        assertThat(orders(sale, "status = 'CANCELLED' AND reason = 'not-paid'")).isEqualTo(THIRD);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.overview("/refunds")).containsOnlyOnce("too-late"));
    }

    @Test
    @Timeout(400)
    void theDatabaseMayBeAwayInTheMiddleOfIt() throws Exception {
        SaleId sale = shop.opened("outage", COUPONS, 1, Duration.ofSeconds(40));
        List<CompletableFuture<Void>> outage = new ArrayList<>();

        List<Winner> winners = wave(sale, "first", 3_000, accepted -> {
            if (accepted == COUPONS / 2) {
                DATABASE.crash();
                outage.add(CompletableFuture.runAsync(
                        DATABASE::recover, CompletableFuture.delayedExecutor(OUTAGE.toSeconds(), TimeUnit.SECONDS)));
            }
        });

        assertThat(winners).hasSize(COUPONS); // none of the clicks waited for the database
        outage.forEach(CompletableFuture::join);
        await().atMost(PATIENCE).ignoreExceptions().until(() -> orders(sale, "TRUE") == COUPONS);
        List<Integer> done = payOrCancel(winners);
        assertThat(done.get(0) + done.get(1)).isPositive();
        await().atMost(PATIENCE).until(() -> figures(sale).contains("\"reserved\":0"));
        int back = COUPONS - (int) orders(sale, "status = 'PAID'");
        List<Winner> second = wave(sale, "second", 600, sold -> {});

        assertThat(second).hasSize(back);
        assertThat(pay(second)).isEqualTo(back);
        assertAllSoldAndFinal(sale);
    }

    @Test
    @Timeout(300)
    void redisMayLoseEverythingAndTheRestIsSold() throws Exception {
        SaleId sale = shop.opened("emptied", COUPONS, 1, HALF_AN_HOUR);

        wave(sale, "first", COUPONS, accepted -> {
            if (accepted == COUPONS / 2) {
                gate.execute(
                        connection -> {
                            connection.serverCommands().flushAll();
                            return true;
                        },
                        true);
            }
        });
        assertThat(shop.buy(sale, "early-bird", "").statusCode()).isEqualTo(404);
        String rebuilt = await().atMost(PATIENCE)
                .until(() -> shop.operate("/emptied/rebuild", ""), answer -> answer.statusCode() == 200)
                .body();
        assertThat(rebuilt).contains("\"state\":\"PAUSED\"", "\"epoch\":1");
        assertThat(shop.buy(sale, "early-bird", "").statusCode()).isEqualTo(409);
        assertThat(shop.operate("/emptied/resume", "").statusCode()).isEqualTo(200);
        long kept = orders(sale, "status = 'UNPAID'");

        List<Winner> second = wave(sale, "second", COUPONS, sold -> {});

        assertThat(second).hasSize((int) (COUPONS - kept));
        await().atMost(PATIENCE).until(() -> orders(sale, "status = 'UNPAID'") == COUPONS);
        assertThat(ledger.sql("SELECT COUNT(DISTINCT buyer_id) FROM seckill_order WHERE sale_id = ?")
                        .param(sale.value())
                        .query(Long.class)
                        .single())
                .isEqualTo(COUPONS);
        assertThat(figures(sale)).contains("\"available\":0,\"reserved\":300,\"sold\":0");
        assertClean(sale);
    }

    /** Is told how many were accepted by now. */
    private interface Watcher {
        void accepted(int number) throws Exception;
    }

    /** Lets that many buyers click at once. Nobody gets another answer than yes or no. */
    private List<Winner> wave(SaleId sale, String name, int buyers, Watcher watcher) throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        List<Callable<List<Winner>>> clicks = IntStream.range(0, buyers)
                .<Callable<List<Winner>>>mapToObj(number -> () -> {
                    String buyer = name + "-" + number;
                    HttpResponse<String> answer = shop.buy(sale, buyer, "");
                    assertThat(answer.statusCode()).as(answer.body()).isIn(202, 404, 409);
                    if (answer.statusCode() != 202) {
                        return List.of();
                    }
                    watcher.accepted(accepted.incrementAndGet());
                    return List.of(new Winner(
                            buyer, answer.headers().firstValue("Location").orElseThrow()));
                })
                .toList();
        return atOnce(CLIENTS, clicks).stream().flatMap(List::stream).toList();
    }

    /** One third pays, one cancels. Returns how many of each could, in this order. */
    private List<Integer> payOrCancel(List<Winner> winners) throws Exception {
        List<Callable<String>> all = new ArrayList<>();
        winners.subList(0, THIRD).forEach(winner -> all.add(() -> "paid " + payment(winner)));
        winners.subList(THIRD, 2 * THIRD)
                .forEach(winner -> all.add(() ->
                        "cancelled " + shop.cancel(winner.order, winner.buyer).statusCode()));
        List<String> answers = atOnce(CLIENTS, all);
        assertThat(answers).isSubsetOf("paid 200", "paid 409", "cancelled 200");
        return Stream.of("paid 200", "cancelled 200")
                .map(answer -> Collections.frequency(answers, answer))
                .toList();
    }

    private int pay(List<Winner> winners) throws Exception {
        List<Callable<Integer>> payments = winners.stream()
                .<Callable<Integer>>map(winner -> () -> payment(winner))
                .toList();
        return Collections.frequency(atOnce(CLIENTS, payments), 200);
    }

    private int payment(Winner winner) {
        return shop.pay(winner.order, winner.buyer, "pay-" + winner.buyer).statusCode();
    }

    /** Database, gate and REST agree to the last item, and nobody has two. */
    private void assertAllSoldAndFinal(SaleId sale) throws Exception {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(figures(sale))
                        .contains("\"total\":300,\"available\":0,\"reserved\":0,\"sold\":300"));
        assertClean(sale);
        assertThat(shop.operate("/" + sale + "/close", "").statusCode()).isEqualTo(200);
        HttpResponse<String> settled = shop.operate("/" + sale + "/settle", "");
        assertThat(settled.body()).contains("\"state\":\"SETTLED\"", "\"sold\":300");
        assertThat(orders(sale, "status = 'PAID'")).isEqualTo(COUPONS);
        assertThat(orders(sale, "status IN ('UNPAID', 'REFUSED')")).isZero();
        assertThat(ledger.sql(
                                "SELECT COUNT(DISTINCT buyer_id) FROM seckill_order WHERE sale_id = ? AND status = 'PAID'")
                        .param(sale.value())
                        .query(Long.class)
                        .single())
                .isEqualTo(COUPONS);
        assertThat(ledger.sql("SELECT held FROM seckill_sale WHERE sale_id = ?")
                        .param(sale.value())
                        .query(Long.class)
                        .single())
                .isEqualTo(COUPONS);
        assertThat(shop.get("/api/sales/" + sale, "anybody").body()).contains("\"available\":0");
    }

    private void assertClean(SaleId sale) throws Exception {
        assertThat(shop.overview("/sales/" + sale + "/reconciliation"))
                .contains("\"clean\":true", "\"differences\":[]", "\"notCompared\":[]");
    }

    private String figures(SaleId sale) throws Exception {
        return shop.overview("/sales/" + sale);
    }

    private long orders(SaleId sale, String which) {
        return ledger.sql("SELECT COUNT(*) FROM seckill_order WHERE sale_id = ? AND " + which)
                .param(sale.value())
                .query(Long.class)
                .single();
    }
}
