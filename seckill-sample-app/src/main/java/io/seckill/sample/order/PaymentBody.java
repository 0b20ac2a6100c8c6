package io.seckill.sample.order;

import io.seckill.sample.web.Input;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * What the payment provider would send.
 *
 * @param paymentId the provider's name for the payment; the same one again is the same payment
 */
record PaymentBody(@NotNull @Pattern(regexp = Input.ID) String paymentId) {}
