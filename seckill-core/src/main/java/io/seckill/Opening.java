package io.seckill;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What opening a sale did.
 *
 * @since 0.1
 */
public sealed interface Opening {

    /** The sale was new. */
    record Created() implements Opening {}

    /** The sale was there already, with this definition; nothing changed. */
    record Unchanged() implements Opening {}

    /**
     * The sale is there with another definition; nothing changed.
     *
     * @param wanted the definition that was refused
     * @param existing the definition in force
     */
    record Different(Sale wanted, Sale existing) implements Opening {

        /** Checks that nothing is missing. */
        public Different {
            Objects.requireNonNull(wanted, "wanted");
            Objects.requireNonNull(existing, "existing");
        }

        /** Returns what differs, in words: {@code "total is 100, not 200; limit is 1, not 3"}. */
        public String difference() {
            List<String> parts = new ArrayList<>();
            compare(parts, "total", existing.total(), wanted.total());
            compare(parts, "limit", existing.limit(), wanted.limit());
            compare(parts, "opens", existing.opens(), wanted.opens());
            compare(parts, "closes", existing.closes(), wanted.closes());
            compare(parts, "payWithin", existing.payWithin(), wanted.payWithin());
            return String.join("; ", parts);
        }

        private static void compare(List<String> parts, String name, Object is, Object wanted) {
            if (!is.equals(wanted)) {
                parts.add(name + " is " + is + ", not " + wanted);
            }
        }
    }
}
