package io.seckill.sample.sale;

import io.seckill.Sale;

/**
 * A voucher and the sale it is sold in.
 *
 * @param title what the buyer gets
 * @param priceCents what one costs
 * @param sale how many, to whom and when
 */
public record VoucherSale(String title, long priceCents, Sale sale) {}
