package io.seckill.token;

import java.time.Instant;
import java.util.Objects;

/**
 * What a purchase token is worth.
 *
 * @since 0.1
 */
public sealed interface TokenCheck {

    /**
     * It is genuine, for this sale and buyer, and it is its time.
     *
     * @param until first instant at which it is not valid any more
     */
    record Valid(Instant until) implements TokenCheck {

        /** Checks that nothing is missing. */
        public Valid {
            Objects.requireNonNull(until, "until");
        }
    }

    /**
     * It is genuine, but used too early.
     *
     * @param from first instant at which it is valid
     */
    record NotYet(Instant from) implements TokenCheck {

        /** Checks that nothing is missing. */
        public NotYet {
            Objects.requireNonNull(from, "from");
        }
    }

    /**
     * It is genuine, but used too late.
     *
     * @param until first instant at which it was not valid any more
     */
    record Expired(Instant until) implements TokenCheck {

        /** Checks that nothing is missing. */
        public Expired {
            Objects.requireNonNull(until, "until");
        }
    }

    /** It is none of ours, or of another sale or buyer, or signed by a key that is no longer known. Which of these, nobody is told. */
    record Foreign() implements TokenCheck {}
}
