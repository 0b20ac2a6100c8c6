package io.seckill.sample.crowd;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/**
 * The crowd that the operator wants.
 *
 * @param saleId what all of them want
 * @param buyers how many come, each once
 * @param concurrency how many of them click at the same time
 */
record CrowdBody(
        @NotNull String saleId,
        @NotNull @Min(1) @Max(CrowdBody.MOST_BUYERS) Integer buyers,
        @NotNull @Min(1) @Max(CrowdBody.MOST_AT_ONCE) Integer concurrency) {

    static final int MOST_BUYERS = 20_000;
    static final int MOST_AT_ONCE = 500;
}
