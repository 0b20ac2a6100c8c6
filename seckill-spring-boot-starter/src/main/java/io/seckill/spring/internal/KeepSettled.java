package io.seckill.spring.internal;

import java.time.Duration;

/**
 * How long Redis keeps the data of a settled sale.
 *
 * @since 0.1
 */
public record KeepSettled(Duration time) {}
