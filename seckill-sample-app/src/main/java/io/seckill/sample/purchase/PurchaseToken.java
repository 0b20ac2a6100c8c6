package io.seckill.sample.purchase;

import java.time.Instant;

/**
 * What a buyer's page sends with a purchase, in the header {@code X-Purchase-Token}.
 *
 * @param validUntil first instant at which the token is worth nothing any more
 */
record PurchaseToken(String token, Instant validUntil) {}
