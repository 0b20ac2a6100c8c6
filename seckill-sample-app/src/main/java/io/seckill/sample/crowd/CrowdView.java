package io.seckill.sample.crowd;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a crowd is doing, or did.
 *
 * @param came buyers who have been let in
 * @param rejected by reason
 * @param errors by kind: those who got no answer, or one that says nothing
 * @param p50Millis within which half of the answers came
 * @param p99Millis within which 99 of 100 came
 * @param seconds from the first click to the last answer so far
 * @param verdict missing until all orders are in the database
 * @param trouble why there is no verdict
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CrowdView(
        State state,
        String saleId,
        int buyers,
        int concurrency,
        int came,
        int accepted,
        Map<String, Integer> rejected,
        Map<String, Integer> errors,
        double p50Millis,
        double p99Millis,
        double seconds,
        long perSecond,
        @Nullable Verdict verdict,
        @Nullable String trouble) {

    /** Where it is. */
    enum State {
        /** It clicks. */
        RUNNING,
        /** All have an answer, and what was accepted becomes orders. */
        DRAINING,
        /** It is over. */
        DONE,
        /** It is over, before all had come. */
        STOPPED
    }
}
