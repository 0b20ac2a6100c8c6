package io.seckill.reconcile;

import io.seckill.SaleStatus;
import java.util.Objects;

/**
 * What became of a rebuild.
 *
 * @since 0.1
 */
public sealed interface Rebuild {

    /**
     * The gate has the sale as the ledger has it.
     *
     * @param sale the sale as it is now: paused, until somebody resumes it
     * @param epoch the epoch it is in now
     * @param orders orders and refusals that were written into the gate
     */
    record Done(SaleStatus sale, int epoch, long orders) implements Rebuild {

        /** Checks that nothing is missing. */
        public Done {
            Objects.requireNonNull(sale, "sale");
        }
    }

    /**
     * The sale cannot be rebuilt now, or somebody else has begun to rebuild it meanwhile.
     *
     * @param why a sentence that names what is in the way and what to do
     */
    record Refused(String why) implements Rebuild {

        /** Checks that nothing is missing. */
        public Refused {
            Objects.requireNonNull(why, "why");
        }
    }

    /** The ledger does not know the sale, so there is nothing to rebuild it from. */
    record Unknown() implements Rebuild {}
}
