package io.seckill.reconcile;

import java.util.List;
import java.util.Objects;

/**
 * What a repair did, or would do.
 *
 * @since 0.1
 */
public sealed interface Repair {

    /**
     * It was done; or planned, and nothing changed.
     *
     * @param steps what was or would be done, such as {@code release 3 orders}, in order; empty if there is nothing to repair
     * @param left what differs afterwards: what a repair cannot mend; of a plan, what differs now
     */
    record Done(List<String> steps, DriftReport left) implements Repair {

        /** Copies the list. */
        public Done {
            steps = List.copyOf(steps);
            Objects.requireNonNull(left, "left");
        }
    }

    /**
     * The sale does not rest, and nothing changed.
     *
     * @param why a sentence that names what is in the way and what to do
     */
    record Refused(String why) implements Repair {

        /** Checks that nothing is missing. */
        public Refused {
            Objects.requireNonNull(why, "why");
        }
    }

    /** There is no such sale, in the gate or in the ledger. */
    record Unknown() implements Repair {}
}
