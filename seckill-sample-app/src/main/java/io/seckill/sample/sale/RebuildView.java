package io.seckill.sample.sale;

/**
 * What a rebuild did.
 *
 * @param sale the sale as it is now: paused
 * @param epoch counts how often it was rebuilt
 * @param orders orders and refusals that the gate was told of
 */
record RebuildView(SaleFigures sale, int epoch, long orders) {}
