package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.BuyerId;
import io.seckill.Operator;
import io.seckill.OrderId;
import io.seckill.Orders;
import io.seckill.PaymentId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleUpdate;
import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.reconcile.BooksReconciler;
import io.seckill.reconcile.DriftReport;
import io.seckill.reconcile.ReconcileConfig;
import io.seckill.reconcile.Reconciler;
import io.seckill.redis.RedisKeys;
import io.seckill.spi.GateBooks;
import io.seckill.spi.Outbox;
import io.seckill.spi.SoldCount;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A shop whose gate and ledger are compared, and changed behind its back. */
record ReconciledShop(Shop shop, LocalRedis redis, RedisKeys keys, Reconciler reconciler, JdbcOrderLedger ledger) {

    static ReconciledShop of(Shop shop, LocalRedis redis) {
        return new ReconciledShop(
                shop,
                redis,
                shop.context.getBean(RedisKeys.class),
                shop.context.getBean(Reconciler.class),
                shop.context.getBean(JdbcOrderLedger.class));
    }

    Sale opened(long total, int limit) {
        Sale sale = Samples.openSale(total, limit);
        shop.sales.open(sale);
        return sale;
    }

    /** A paused sale of 20 items, of which buyers 0 and 1 hold one unpaid, buyer 2 three paid; buyer 3 has cancelled. */
    Sale resting() {
        Sale sale = opened(20, 5);
        for (int number = 0; number < 4; number++) {
            accepted(sale, number, number == 2 ? 3 : 1);
        }
        shop.awaitDrained();
        pay(held(sale, 2));
        cancel(held(sale, 3));
        pause(sale.id());
        return sale;
    }

    Reservation accepted(Sale sale, int buyer, int quantity) {
        return ((Accepted) shop.buy(
                        PurchaseRequest.of(sale.id(), Samples.buyer(buyer)).withQuantity(quantity)))
                .reservation();
    }

    /** What the gate has of a buyer's only order. */
    Reservation held(Sale sale, int buyer) {
        return shop.gate()
                .holdings(sale.id(), Samples.buyer(buyer))
                .toCompletableFuture()
                .join()
                .get(0)
                .reservation();
    }

    OrderId order(Sale sale, int buyer) {
        return held(sale, buyer).order();
    }

    void pay(Reservation one) {
        orders().pay(one.order(), new PaymentId("payment-" + one.order()));
    }

    void cancel(Reservation one) {
        orders().cancel(one.order(), ReleaseReason.CANCELLED_BY_BUYER);
    }

    private Orders orders() {
        return shop.context.getBean(Orders.class);
    }

    void countSold(Reservation one) {
        ((SoldCount) shop.gate())
                .countSold(one.sale(), List.of(one))
                .toCompletableFuture()
                .join();
    }

    void release(Reservation one) {
        shop.gate()
                .release(one.sale(), List.of(one), ReleaseReason.CANCELLED_BY_BUYER)
                .toCompletableFuture()
                .join();
    }

    void pause(SaleId sale) {
        assertThat(shop.sales.pause(sale, Operator.APPLICATION)).isInstanceOf(SaleUpdate.Done.class);
    }

    void resume(SaleId sale) {
        assertThat(shop.sales.resume(sale, Operator.APPLICATION)).isInstanceOf(SaleUpdate.Done.class);
    }

    void count(Sale sale, String counter, int difference) {
        redis.command("HINCRBY", keys.sale(sale.id()), counter, Integer.toString(difference));
    }

    void forget(Sale sale, BuyerId buyer) {
        redis.command("HDEL", keys.buyers(sale.id()), buyer.value());
    }

    String audit(Sale sale) {
        return String.valueOf(redis.command("XRANGE", keys.audit(sale.id()), "-", "+"));
    }

    DriftReport check(Sale sale) {
        return reconciler.check(sale.id()).orElseThrow();
    }

    /** Asserts that nothing differs and everything could be compared. */
    void assertAgreed(Sale sale) {
        DriftReport report = check(sale);
        assertThat(report.drifts()).isEmpty();
        assertThat(report.unnamed()).isZero();
        assertThat(report.notCompared()).isEmpty();
    }

    GateBooks books() {
        return shop.context.getBean(GateBooks.class);
    }

    /** A reconciler that tells of each call of the gate's books before it is made, and turns small pages. */
    Reconciler intercepted(Consumer<String> before) {
        GateBooks books = books();
        GateBooks told = (GateBooks) Proxy.newProxyInstance(
                GateBooks.class.getClassLoader(), new Class<?>[] {GateBooks.class}, (proxy, method, arguments) -> {
                    before.accept(method.getName());
                    try {
                        return method.invoke(books, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return reconciler(told, Duration.ofSeconds(10));
    }

    Reconciler reconciler(GateBooks books, Duration drain) {
        return new BooksReconciler(
                books,
                shop.context.getBean(Outbox.class),
                ledger,
                ledger,
                ReconcileConfig.DEFAULT.withPage(2).withDrain(drain).withSettle(Duration.ofMillis(50)));
    }
}
