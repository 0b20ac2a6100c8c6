package io.seckill.sample.deadletter;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seckill.DeadLetter;
import io.seckill.Reservation;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An accepted purchase that could not be delivered. What is not a purchase at all has no order id, sale, buyer and quantity.
 *
 * @param attempts how often it was tried
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DeadLetterView(
        String id,
        @Nullable String orderId,
        @Nullable String saleId,
        @Nullable String buyerId,
        @Nullable Integer quantity,
        int attempts,
        String firstError,
        String lastError,
        Instant when) {

    static DeadLetterView of(DeadLetter letter) {
        Optional<Reservation> purchase = letter.reservation();
        return new DeadLetterView(
                letter.id(),
                purchase.map(of -> of.order().value()).orElse(null),
                purchase.map(of -> of.sale().value()).orElse(null),
                purchase.map(of -> of.buyer().value()).orElse(null),
                purchase.map(Reservation::quantity).orElse(null),
                letter.attempts(),
                letter.firstError(),
                letter.lastError(),
                letter.when());
    }
}
