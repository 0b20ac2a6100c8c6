package io.seckill;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What could not be delivered to the order sink and was given up. Its stock stays held until somebody decides.
 *
 * @param id its name, for the operator
 * @param reservation what could not be delivered; empty if it is something in the outbox that is no reservation at all
 * @param attempts how often it was tried
 * @param firstError the first error, as far as known
 * @param lastError the last error
 * @param when it was given up
 * @since 0.1
 */
public record DeadLetter(
        String id, Optional<Reservation> reservation, int attempts, String firstError, String lastError, Instant when) {

    /** Checks that nothing is missing. */
    public DeadLetter {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(reservation, "reservation");
        Objects.requireNonNull(firstError, "firstError");
        Objects.requireNonNull(lastError, "lastError");
        Objects.requireNonNull(when, "when");
    }
}
