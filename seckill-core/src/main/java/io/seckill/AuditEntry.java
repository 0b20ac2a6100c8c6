package io.seckill;

import java.time.Instant;
import java.util.Objects;

/**
 * One change of a sale that was made.
 *
 * @param who the operator's name
 * @param what the change and its figures, such as {@code add-stock 50}
 * @param when by the backend's clock
 * @since 0.1
 */
public record AuditEntry(String who, String what, Instant when) {

    /** Checks that nothing is missing. */
    public AuditEntry {
        Objects.requireNonNull(who, "who");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(when, "when");
    }
}
