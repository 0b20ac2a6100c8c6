package io.seckill;

import java.util.Objects;
import java.util.Optional;

/**
 * One buyer's wish to buy from one sale.
 *
 * <pre>{@code
 * PurchaseRequest.of("coupon-8", "alice")                       // one item
 * PurchaseRequest.of("coupon-8", "alice").withQuantity(2)
 * PurchaseRequest.of("coupon-8", "alice").withRequestKey("form-17")  // a double click buys once
 * PurchaseRequest.of("coupon-8", "alice").withOrder(orderId)     // asks again after an unknown outcome
 * PurchaseRequest.of("coupon-8", "alice").withClient("192.0.2.7") // counts for the limit of this address
 * }</pre>
 *
 * @param sale the sale to buy from
 * @param buyer who buys
 * @param quantity how many items, all or none, 1 to {@value Sale#MAX_LIMIT}
 * @param requestKey the caller's name for this purchase, if it has one
 * @param order the order id of an earlier try whose outcome is unknown; empty for a new purchase
 * @param client where the purchase comes from; without it no limit by address applies
 * @since 0.1
 */
public record PurchaseRequest(
        SaleId sale,
        BuyerId buyer,
        int quantity,
        Optional<RequestKey> requestKey,
        Optional<OrderId> order,
        Optional<ClientAddress> client) {

    /**
     * Checks the quantity.
     *
     * @throws IllegalArgumentException if the quantity is out of bounds
     */
    public PurchaseRequest {
        Objects.requireNonNull(sale, "sale");
        Objects.requireNonNull(buyer, "buyer");
        Objects.requireNonNull(requestKey, "requestKey");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(client, "client");
        Reservation.checkQuantity(quantity);
    }

    /**
     * Makes a wish from nowhere in particular.
     *
     * @throws IllegalArgumentException if the quantity is out of bounds
     */
    public PurchaseRequest(
            SaleId sale, BuyerId buyer, int quantity, Optional<RequestKey> requestKey, Optional<OrderId> order) {
        this(sale, buyer, quantity, requestKey, order, Optional.empty());
    }

    /** Returns a wish for one item. */
    public static PurchaseRequest of(SaleId sale, BuyerId buyer) {
        return new PurchaseRequest(sale, buyer, 1, Optional.empty(), Optional.empty());
    }

    /**
     * Returns a wish for one item.
     *
     * @throws IllegalArgumentException if an id is malformed
     */
    public static PurchaseRequest of(String sale, String buyer) {
        return of(new SaleId(sale), new BuyerId(buyer));
    }

    /**
     * Returns this wish for another number of items.
     *
     * @throws IllegalArgumentException if the quantity is out of bounds
     */
    public PurchaseRequest withQuantity(int newQuantity) {
        return new PurchaseRequest(sale, buyer, newQuantity, requestKey, order, client);
    }

    /** Returns this wish under the caller's own key: of all purchases with this buyer and key at most one takes stock. */
    public PurchaseRequest withRequestKey(RequestKey key) {
        return new PurchaseRequest(sale, buyer, quantity, Optional.of(key), order, client);
    }

    /**
     * Returns this wish under the caller's own key.
     *
     * @throws IllegalArgumentException if the key is malformed
     */
    public PurchaseRequest withRequestKey(String key) {
        return withRequestKey(new RequestKey(key));
    }

    /** Returns this wish under the order id of an earlier try, so that it is settled and not bought twice. */
    public PurchaseRequest withOrder(OrderId earlier) {
        return new PurchaseRequest(sale, buyer, quantity, requestKey, Optional.of(earlier), client);
    }

    /** Returns this wish as coming from this address. */
    public PurchaseRequest withClient(ClientAddress address) {
        return new PurchaseRequest(sale, buyer, quantity, requestKey, order, Optional.of(address));
    }

    /**
     * Returns this wish as coming from this address.
     *
     * @throws IllegalArgumentException if the address is malformed
     */
    public PurchaseRequest withClient(String address) {
        return withClient(new ClientAddress(address));
    }
}
