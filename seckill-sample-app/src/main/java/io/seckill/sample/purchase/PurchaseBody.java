package io.seckill.sample.purchase;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.PurchaseRequest;
import io.seckill.SaleId;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer may add to a purchase.
 *
 * @param quantity how many; one if it is not given
 * @param requestKey the client's own name for this purchase, so that a double click buys once
 * @param orderId from an answer 503, to find out what became of that purchase
 * @param proof from the same answer
 */
record PurchaseBody(
        @Nullable Integer quantity,
        @Nullable String requestKey,
        @Nullable String orderId,
        @Nullable String proof) {

    static final PurchaseBody EMPTY = new PurchaseBody(null, null, null, null);

    PurchaseRequest toRequest(String sale, String buyer, OrderProof proofs) {
        PurchaseRequest request = PurchaseRequest.of(new SaleId(sale), new BuyerId(buyer));
        if (quantity != null) {
            request = request.withQuantity(quantity);
        }
        if (requestKey != null) {
            request = request.withRequestKey(requestKey);
        }
        if (orderId == null) {
            if (proof != null) {
                throw new IllegalArgumentException(
                        "orderId is missing: send orderId and proof as an answer 503 gave them, or neither");
            }
            return request;
        }
        if (proof == null || !proofs.holds(proof, request, orderId)) {
            throw new IllegalArgumentException(
                    "orderId '" + orderId
                            + "' was not handed to you for this sale: send orderId and proof as an answer 503 gave them, or neither");
        }
        return request.withOrder(new OrderId(orderId));
    }
}
