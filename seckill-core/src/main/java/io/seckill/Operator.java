package io.seckill;

import java.util.Objects;
import java.util.Optional;

/**
 * Who changes a sale, for the audit, and under which key, so that a change sent twice is made once.
 *
 * @param name who, 1 to 64 characters of {@code A-Z a-z 0-9 - _ . :}
 * @param key the caller's name for the change; of all changes of one sale with this key at most one is made
 * @since 0.1
 */
public record Operator(String name, Optional<RequestKey> key) {

    /** The application itself, such as a schedule. */
    public static final Operator APPLICATION = named("application");

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if the name is too long, empty or has another character; the message names it
     */
    public Operator {
        Ids.check("operator", name);
        Objects.requireNonNull(key, "key");
    }

    /**
     * Returns an operator without a key.
     *
     * @throws IllegalArgumentException if the name is malformed
     */
    public static Operator named(String name) {
        return new Operator(name, Optional.empty());
    }

    /** Returns this operator with a key for one change. */
    public Operator once(RequestKey changeKey) {
        return new Operator(name, Optional.of(changeKey));
    }
}
