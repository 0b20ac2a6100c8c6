package io.seckill.sample.order;

import jakarta.validation.constraints.NotNull;

/**
 * What the payment provider would send.
 *
 * @param paymentId the provider's name for the payment; the same one again is the same payment
 */
record PaymentBody(@NotNull String paymentId) {}
