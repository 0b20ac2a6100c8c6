package io.seckill;

import java.util.Objects;
import java.util.Optional;

/**
 * A reservation that the gate remembers, live or released.
 *
 * @param reservation what was accepted
 * @param released why it was released; empty while it is live
 * @since 0.1
 */
public record Holding(Reservation reservation, Optional<ReleaseReason> released) {

    /** Checks that nothing is missing. */
    public Holding {
        Objects.requireNonNull(reservation, "reservation");
        Objects.requireNonNull(released, "released");
    }

    /** Returns whether the stock is still held. */
    public boolean live() {
        return released.isEmpty();
    }
}
