package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.BuyerId;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.OrderProgress;
import io.seckill.OrderStatus;
import io.seckill.Orders;
import io.seckill.PaymentId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.Sale;
import io.seckill.SaleStatus;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens to orders after they are stored, on two nodes. */
class OrderLifeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NO_SWEEP = "seckill.orders.sweep.enabled=false";
    private static final String LONG_LATCH = "seckill.engine.sold-out-memory=10m";
    private static final BuyerId ALICE = new BuyerId("alice");
    private static final BuyerId BOB = new BuyerId("bob");

    private final String prefix = "orders-" + UUID.randomUUID();
    private LocalDatabase database;

    @BeforeEach
    void start() {
        database = LocalDatabase.shared().newSchema();
    }

    @AfterEach
    void stop() {
        database.close();
    }

    @Test
    void cancelledStockIsForSaleAtOnceOnEveryNode() {
        Sale sale = Samples.openSale(1, 1);
        try (Shop one = shop(NO_SWEEP, LONG_LATCH);
                Shop other = shop(NO_SWEEP, LONG_LATCH)) {
            one.sales.open(sale);
            OrderId first = buyAndAwait(one, sale, ALICE);
            assertSoldOut(one, sale);
            assertSoldOut(other, sale);

            assertThat(orders(one).cancel(first, ReleaseReason.CANCELLED_BY_BUYER))
                    .isInstanceOf(OrderChange.Done.class);

            await().atMost(PATIENCE).until(() -> other.buy(wish(sale, ALICE)) instanceof Accepted);
            assertThat(available(one, sale)).isZero();
        }
    }

    @Test
    void unpaidStockComesBackOnceHoweverManyNodesSweep() {
        Sale sale = Samples.openSale(40, 1).withPayWithin(Duration.ofSeconds(10)); // enough to pay one before
        try (Shop one = shop("seckill.orders.sweep.batch-size=7");
                Shop other = shop("seckill.orders.sweep.batch-size=7")) {
            one.sales.open(sale);
            List<PurchaseResult> results =
                    Stampede.of(40, number -> (number % 2 == 0 ? one : other).buy(wish(sale, Samples.buyer(number))));
            OrderId paid = ((Accepted) results.get(0)).reservation().order();
            await().atMost(PATIENCE)
                    .until(() -> orders(one).pay(paid, new PaymentId("p-1")) instanceof OrderChange.Done);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(available(one, sale)).isEqualTo(39));

            assertThat(one.sales.find(sale.id()).map(SaleStatus::sold)).contains(1L);
            assertThat(one.orders(sale.id(), "PAID")).containsExactly(paid.value());
            assertThat(one.orders(sale.id(), "CANCELLED")).hasSize(39);
            List<PurchaseResult> again = Stampede.of(50, number -> other.buy(wish(sale, Samples.buyer(number))));
            assertThat(again).filteredOn(Accepted.class::isInstance).hasSize(39);
        }
    }

    @Test
    void stockOfANodeThatDiedBetweenTheTwoHalvesComesBackOnce() throws IOException, InterruptedException {
        Sale sale = Samples.openSale(10, 1).withPayWithin(Duration.ofSeconds(1));
        try (Shop selling = shop(NO_SWEEP)) {
            selling.sales.open(sale);
            Stampede.of(10, number -> selling.buy(wish(sale, Samples.buyer(number))));
            selling.awaitDrained();

            try (KillableNode node = KillableNode.start(LocalRedis.shared(), database, prefix)) {
                await().atMost(PATIENCE)
                        .until(() -> selling.orders(sale.id(), "CANCELLED").size() == 10);
                node.kill();
            }
            assertThat(available(selling, sale)).isZero();

            try (Shop survivor = shop()) {
                await().atMost(PATIENCE)
                        .untilAsserted(
                                () -> assertThat(available(survivor, sale)).isEqualTo(10));
                await().atMost(PATIENCE).until(() -> untold(survivor) == 0);
                assertThat(available(survivor, sale)).isEqualTo(10);
            }
        }
    }

    @Test
    void everyNodeTellsTheBuyerHowFarThePurchaseIs() {
        Sale sale = Samples.openSale(5, 1);
        try (Shop one = shop("seckill.relay.enabled=false");
                Shop other = shop("seckill.relay.enabled=false")) {
            one.sales.open(sale);
            OrderId order =
                    ((Accepted) one.buy(wish(sale, ALICE))).reservation().order();

            assertThat(one.seckill.find(order)).isInstanceOf(OrderProgress.Queued.class);
            assertThat(other.seckill.find(order, ALICE)).isInstanceOf(OrderProgress.Queued.class);
            assertThat(other.seckill.find(order, BOB)).isInstanceOf(OrderProgress.Unknown.class);

            try (Shop relay = shop()) {
                awaitStatus(one, order, OrderStatus.UNPAID);
                awaitStatus(other, order, OrderStatus.UNPAID);
                orders(relay).pay(order, new PaymentId("p-1"));
                awaitStatus(one, order, OrderStatus.PAID);
                awaitStatus(other, order, OrderStatus.PAID);
            }
        }
    }

    private Shop shop(String... properties) {
        return Shop.open(LocalRedis.shared(), database, prefix, properties);
    }

    private static void awaitStatus(Shop shop, OrderId order, OrderStatus status) {
        await().atMost(PATIENCE)
                .until(() -> shop.seckill.find(order) instanceof OrderProgress.Stored stored
                        && stored.order().status() == status);
    }

    private static OrderId buyAndAwait(Shop shop, Sale sale, BuyerId buyer) {
        OrderId order = ((Accepted) shop.buy(wish(sale, buyer))).reservation().order();
        awaitStatus(shop, order, OrderStatus.UNPAID);
        return order;
    }

    private static void assertSoldOut(Shop shop, Sale sale) {
        assertThat(shop.buy(wish(sale, BOB)))
                .isInstanceOfSatisfying(
                        Rejected.class, no -> assertThat(no.reason()).isEqualTo(Reason.SOLD_OUT));
    }

    private static long available(Shop shop, Sale sale) {
        return shop.sales.find(sale.id()).map(SaleStatus::available).orElseThrow();
    }

    private static long untold(Shop shop) {
        Long rows = shop.jdbc.queryForObject(
                "SELECT COUNT(*) FROM seckill_order WHERE gate_due_at IS NOT NULL", Long.class);
        return rows == null ? 0 : rows;
    }

    private static PurchaseRequest wish(Sale sale, BuyerId buyer) {
        return PurchaseRequest.of(sale.id(), buyer);
    }

    private static Orders orders(Shop shop) {
        return shop.context.getBean(Orders.class);
    }
}
