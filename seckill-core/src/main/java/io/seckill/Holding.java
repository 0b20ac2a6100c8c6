package io.seckill;

import java.util.Objects;
import java.util.Optional;

/**
 * A reservation that the gate remembers, live or released.
 *
 * @param reservation what was accepted
 * @param released why it was released; empty while it is live
 * @param paid whether the gate counts it as sold; a gate that counts nothing as sold never says so
 * @since 0.1
 */
public record Holding(Reservation reservation, Optional<ReleaseReason> released, boolean paid) {

    /** Checks that nothing is missing. */
    public Holding {
        Objects.requireNonNull(reservation, "reservation");
        Objects.requireNonNull(released, "released");
    }

    /** Makes a holding that is not paid. */
    public Holding(Reservation reservation, Optional<ReleaseReason> released) {
        this(reservation, released, false);
    }

    /** Returns whether the stock is still taken, paid or not. */
    public boolean live() {
        return released.isEmpty();
    }
}
