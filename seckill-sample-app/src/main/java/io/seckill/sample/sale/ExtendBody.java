package io.seckill.sample.sale;

import io.seckill.sample.web.Input;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

/**
 * How long the operator lets a sale go on.
 *
 * @param closes the new end of its window, later than the present one
 */
record ExtendBody(@NotNull Instant closes) {

    /** Returns the end, which is one that a sale can have. */
    Instant end() {
        return Input.instant("closes", closes);
    }
}
