package io.seckill.relay;

import java.time.Instant;
import java.util.Optional;

/**
 * How a relay is doing.
 *
 * @param running whether it was started and not stopped
 * @param failing what does not work at the moment, empty if all is well
 * @param inWork parcels taken and not settled yet
 * @param waiting reservations that failed and wait to be tried again
 * @since 0.1
 */
public record RelayStatus(boolean running, Optional<Failing> failing, int inWork, int waiting) {

    /**
     * A part that does not work.
     *
     * @param part which
     * @param since since when
     * @param lastError its last error
     */
    public record Failing(Part part, Instant since, String lastError) {}

    /** What a relay depends on. */
    public enum Part {
        /** The order sink. */
        SINK,
        /** The outbox. */
        OUTBOX,
        /** The gate, which releases what the sink refused. */
        GATE
    }
}
