package io.seckill.redis;

import java.util.Objects;

/**
 * Something about the Redis server that is not as it should be.
 *
 * @param code what
 * @param message what, which value, and what to do
 * @since 0.1
 */
public record Finding(Code code, String message) {

    /** Checks that nothing is missing. */
    public Finding {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
    }

    /** Returns whether nothing may be sold until this is put right; if not, it is a warning. */
    public boolean fatal() {
        return code.fatal;
    }

    /** What can be wrong. */
    public enum Code {
        /** Redis gave no usable answer. */
        UNREACHABLE(true),
        /** Redis is older than the scripts need. */
        TOO_OLD(true),
        /** The data was written with another number of partitions, so sales would not be found. */
        PARTITIONS_CHANGED(true),
        /** When memory is short, Redis deletes keys, and sales may be among them. */
        EVICTION(false),
        /** A restart of Redis forgets sales and reservations. */
        NOT_PERSISTENT(false);

        private final boolean fatal;

        Code(boolean fatal) {
            this.fatal = fatal;
        }
    }
}
