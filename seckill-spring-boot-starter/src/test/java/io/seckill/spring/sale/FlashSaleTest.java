package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.BuyerId;
import io.seckill.Operator;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two nodes share the work of each sale. */
class FlashSaleTest {

    private static final String PREFIX = "sale-" + UUID.randomUUID();

    private static LocalDatabase database;
    private static Shop one;
    private static Shop other;

    @BeforeAll
    static void open() {
        database = LocalDatabase.shared().newSchema();
        one = Shop.open(LocalRedis.shared(), database, PREFIX);
        other = Shop.open(LocalRedis.shared(), database, PREFIX);
    }

    @AfterAll
    static void close() {
        one.close();
        other.close();
        database.close();
    }

    @ParameterizedTest(name = "limit {0}, quantity {1}")
    @CsvSource({"1, 1", "3, 1", "3, 3"})
    void twoHundredThreadsBuyExactlyTheStock(int limit, int quantity) {
        Sale sale = opened(100, limit);

        List<PurchaseResult> results = flat(Stampede.of(
                200,
                number -> IntStream.range(0, 3)
                        .mapToObj(i -> node(number + i)
                                .buy(wish(sale.id(), Samples.buyer(number % 150))
                                        .withQuantity(quantity)))
                        .toList()));

        one.assertGuarantees(sale, results);
        long sold = one.sales.find(sale.id()).orElseThrow().reserved();
        assertThat(sold).isEqualTo(100 / quantity * quantity);
    }

    @Test
    void oneOrderIdFiftyTimesAtOnceIsOneOrder() {
        Sale sale = opened(100, 50);
        PurchaseRequest request = wish(sale.id(), Samples.buyer(1)).withOrder(Samples.orderId());

        List<PurchaseResult> results = Stampede.of(50, number -> node(number).buy(request));

        assertThat(results).allMatch(Accepted.class::isInstance);
        one.assertGuarantees(sale, results);
        assertThat(one.orders(sale.id(), "UNPAID")).hasSize(1);
    }

    @Test
    void oneRequestKeyFiftyTimesAtOnceIsOneOrder() {
        Sale sale = opened(100, 50);
        PurchaseRequest request = wish(sale.id(), Samples.buyer(1)).withRequestKey("form-1");

        List<PurchaseResult> results = Stampede.of(50, number -> node(number).buy(request));

        one.assertGuarantees(sale, results);
        assertThat(one.orders(sale.id(), "UNPAID")).hasSize(1);
    }

    @Test
    void oneBuyerWithFiftyOrderIdsGetsTheLimit() {
        Sale sale = opened(100, 3);

        List<PurchaseResult> results = Stampede.of(50, number -> node(number).buy(wish(sale.id(), Samples.buyer(1))));

        one.assertGuarantees(sale, results);
        assertThat(one.orders(sale.id(), "UNPAID")).hasSize(3);
    }

    @Test
    void sellsNothingWhenTheSaleDoesNotSell() {
        Instant now = Instant.now();
        Sale later = new Sale(Samples.saleId(), 10, 1, now.plusSeconds(600), now.plusSeconds(1_200));
        Sale over = new Sale(Samples.saleId(), 10, 1, now.minusSeconds(1_200), now.minusSeconds(600));
        Sale paused = opened(10, 1);
        one.sales.open(later);
        one.sales.open(over);
        one.sales.pause(paused.id(), Operator.APPLICATION);

        assertThat(reasons(later.id())).containsOnly(Rejected.because(Reason.NOT_STARTED));
        assertThat(reasons(over.id())).containsOnly(Rejected.because(Reason.ENDED));
        assertThat(reasons(paused.id())).containsOnly(Rejected.because(Reason.PAUSED));
        assertThat(reasons(Samples.saleId())).containsOnly(Rejected.because(Reason.UNKNOWN_SALE));

        one.assertGuarantees(paused, List.of());
        one.assertGuarantees(later, List.of());
    }

    @Test
    void sellsOnWhileStockIsAddedAndTheSaleIsPausedAndResumed() {
        Sale sale = opened(50, 1);
        CompletableFuture<Void> operator = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 10; i++) {
                one.sales.pause(sale.id(), Operator.APPLICATION);
                one.sales.addStock(sale.id(), 5, Operator.APPLICATION);
                one.sales.resume(sale.id(), Operator.APPLICATION);
            }
        });

        List<PurchaseResult> results = flat(Stampede.of(
                100,
                number -> IntStream.range(0, 5)
                        .mapToObj(i -> node(i).buy(wish(sale.id(), Samples.buyer(number * 5 + i))))
                        .toList()));
        operator.join();

        one.assertGuarantees(sale.withTotal(100), results);
    }

    @Test
    void losesNothingWhileTheScriptCacheIsFlushed() {
        Sale sale = opened(300, 1);
        CompletableFuture<Void> buying = new CompletableFuture<>();
        CompletableFuture<Void> flushing = CompletableFuture.runAsync(() -> {
            while (!buying.isDone()) {
                LocalRedis.shared().command("SCRIPT", "FLUSH");
            }
        });

        List<PurchaseResult> results = flat(Stampede.of(
                100,
                number -> IntStream.range(0, 5)
                        .mapToObj(i -> node(i).buy(wish(sale.id(), Samples.buyer(number * 5 + i))))
                        .toList()));
        buying.complete(null);
        flushing.orTimeout(30, TimeUnit.SECONDS).join();

        one.assertGuarantees(sale, results);
        assertThat(one.orders(sale.id(), "UNPAID")).hasSize(300);
    }

    private List<PurchaseResult> reasons(SaleId sale) {
        return Stampede.of(10, number -> node(number).buy(wish(sale, Samples.buyer(number))));
    }

    private static Sale opened(long total, int limit) {
        Sale sale = Samples.openSale(total, limit);
        one.sales.open(sale);
        return sale;
    }

    private static Shop node(int number) {
        return number % 2 == 0 ? one : other;
    }

    private static PurchaseRequest wish(SaleId sale, BuyerId buyer) {
        return PurchaseRequest.of(sale, buyer);
    }

    static <T> List<T> flat(List<List<T>> lists) {
        List<T> all = new ArrayList<>();
        lists.forEach(all::addAll);
        return all;
    }
}
