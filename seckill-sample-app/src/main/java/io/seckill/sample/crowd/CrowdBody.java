package io.seckill.sample.crowd;

import io.seckill.sample.web.Input;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.hibernate.validator.constraints.Range;

/**
 * The crowd that the operator wants.
 *
 * @param saleId what all of them want
 * @param buyers how many come, each once
 * @param concurrency how many of them click at the same time
 */
record CrowdBody(
        @NotNull @Pattern(regexp = Input.ID) String saleId,

        @NotNull @Range(min = 1, max = CrowdBody.MOST_BUYERS)
        Integer buyers,

        @NotNull @Range(min = 1, max = CrowdBody.MOST_AT_ONCE)
        Integer concurrency) {

    static final int MOST_BUYERS = 20_000;
    static final int MOST_AT_ONCE = 500;
}
