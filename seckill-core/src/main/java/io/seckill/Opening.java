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
     * The ledger has orders of this sale, but the gate does not know it: its data is lost. Nothing was opened, for it would offer again
     * what is sold; {@link io.seckill.reconcile.Reconciler#rebuild} brings it back.
     *
     * @param existing the definition in force
     */
    record Lost(Sale existing) implements Opening {

        /** Checks that nothing is missing. */
        public Lost {
            Objects.requireNonNull(existing, "existing");
        }
    }

    /**
     * Returns what opening a sale does that is there already.
     *
     * @param wanted the definition asked for
     * @param existing the definition in force
     * @param initial the definition it was created with; its total and the end of its window are as good as those in force
     */
    static Opening again(Sale wanted, Sale existing, Sale initial) {
        boolean total = wanted.total() == initial.total();
        boolean closes = wanted.closes().equals(initial.closes());
        Sale same = existing.withTotal(total ? wanted.total() : existing.total())
                .withCloses(closes ? wanted.closes() : existing.closes());
        return wanted.equals(same) ? new Unchanged() : new Different(wanted, existing);
    }

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
