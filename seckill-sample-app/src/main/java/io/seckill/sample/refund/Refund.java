package io.seckill.sample.refund;

import java.time.Instant;

/**
 * A payment that was given back.
 *
 * @param amountCents how much
 * @param refunded when
 */
record Refund(String orderId, String paymentId, String saleId, String buyerId, long amountCents, Instant refunded) {}
