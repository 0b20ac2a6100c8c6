package io.seckill;

import java.util.Objects;
import java.util.Optional;

/**
 * Stock held for a buyer under an order id. It becomes an order, or is released.
 *
 * @param sale the sale it belongs to
 * @param buyer who holds it
 * @param order its name from now on
 * @param quantity items held, 1 to {@value Sale#MAX_LIMIT}
 * @param requestKey the caller's name for the purchase, if it gave one
 * @param origin where it comes from
 * @since 0.1
 */
public record Reservation(
        SaleId sale, BuyerId buyer, OrderId order, int quantity, Optional<RequestKey> requestKey, Origin origin) {

    /**
     * Checks the quantity.
     *
     * @throws IllegalArgumentException if the quantity is out of bounds
     */
    public Reservation {
        Objects.requireNonNull(sale, "sale");
        Objects.requireNonNull(buyer, "buyer");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(requestKey, "requestKey");
        Objects.requireNonNull(origin, "origin");
        checkQuantity(quantity);
    }

    /**
     * Makes an untraced reservation of a sale that was never rebuilt.
     *
     * @throws IllegalArgumentException if the quantity is out of bounds
     */
    public Reservation(SaleId sale, BuyerId buyer, OrderId order, int quantity, Optional<RequestKey> requestKey) {
        this(sale, buyer, order, quantity, requestKey, Origin.FIRST);
    }

    /** Returns a reservation without a request key. */
    public static Reservation of(SaleId sale, BuyerId buyer, OrderId order, int quantity) {
        return new Reservation(sale, buyer, order, quantity, Optional.empty());
    }

    /** Returns this reservation with another origin. */
    public Reservation from(Origin newOrigin) {
        return new Reservation(sale, buyer, order, quantity, requestKey, newOrigin);
    }

    /**
     * Returns whether this is the same purchase again: under the same order id, or under the same request key. Both are of one sale and
     * buyer.
     */
    public boolean repeats(Reservation earlier) {
        return order.equals(earlier.order) || requestKey.isPresent() && requestKey.equals(earlier.requestKey);
    }

    static void checkQuantity(int quantity) {
        if (quantity < 1 || quantity > Sale.MAX_LIMIT) {
            throw new IllegalArgumentException("quantity must be 1 to " + Sale.MAX_LIMIT + ", but was " + quantity);
        }
    }
}
