package io.seckill.test.contract;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.RequestKey;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fresh values for tests: no two tests share a sale or an order id, so they may share a server.
 *
 * @since 0.1
 */
public final class Samples {

    private static final AtomicLong ORDERS =
            new AtomicLong(541_239_876_543_210_987L + System.nanoTime() % 1_000_000_000L * 1_000_000L);

    private Samples() {}

    /** Returns a sale id no other test has. */
    public static SaleId saleId() {
        return new SaleId("sale-" + UUID.randomUUID());
    }

    /** Returns an order id no other test has: 18 digits, more than a double can hold. */
    public static OrderId orderId() {
        return new OrderId(Long.toString(ORDERS.incrementAndGet()));
    }

    /** Returns the buyer of this number. */
    public static BuyerId buyer(int number) {
        return new BuyerId("buyer-" + number);
    }

    /** Returns a new sale whose window is open for an hour more. */
    public static Sale openSale(long total, int limit) {
        Instant now = Instant.now();
        return new Sale(saleId(), total, limit, now.minusSeconds(60), now.plus(Duration.ofHours(1)));
    }

    /** Returns a wish of this buyer for one item under a new order id. */
    public static Reservation one(SaleId sale, BuyerId buyer) {
        return Reservation.of(sale, buyer, orderId(), 1);
    }

    /** Returns a wish of this buyer under a new order id. */
    public static Reservation wish(SaleId sale, BuyerId buyer, int quantity) {
        return Reservation.of(sale, buyer, orderId(), quantity);
    }

    /** Returns a wish for one item under a new order id and this request key. */
    public static Reservation keyed(SaleId sale, BuyerId buyer, String key) {
        return new Reservation(sale, buyer, orderId(), 1, Optional.of(new RequestKey(key)));
    }
}
