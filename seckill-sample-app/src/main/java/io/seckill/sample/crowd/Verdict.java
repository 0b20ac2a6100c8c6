package io.seckill.sample.crowd;

/**
 * What the books say about a crowd, once all that was accepted has become orders.
 *
 * @param orders items ordered in the database since the crowd came in
 * @param oversold items held beyond the stock
 * @param seconds from the first click until the last order was in the database
 */
record Verdict(long orders, long oversold, double seconds) {}
