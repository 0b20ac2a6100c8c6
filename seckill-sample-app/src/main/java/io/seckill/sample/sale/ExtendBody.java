package io.seckill.sample.sale;

import jakarta.validation.constraints.NotNull;
import java.time.Instant;

/**
 * How long the operator lets a sale go on.
 *
 * @param closes the new end of its window, later than the present one
 */
record ExtendBody(@NotNull Instant closes) {}
