package io.seckill;

import java.time.Instant;
import java.util.Objects;

/**
 * A payment of an order that could not take it: cancelled, refused, or paid by another payment. Somebody has to give the money back.
 *
 * @param order the order as it was when the payment came
 * @param payment the payment
 * @param received when it came
 * @since 0.1
 */
public record LatePayment(Order order, PaymentId payment, Instant received) {

    /** Checks that nothing is missing. */
    public LatePayment {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(payment, "payment");
        Objects.requireNonNull(received, "received");
    }
}
