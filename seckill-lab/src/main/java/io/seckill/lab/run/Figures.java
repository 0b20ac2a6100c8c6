package io.seckill.lab.run;

import java.util.List;

/**
 * What was seen of one stage, so far or at the end.
 *
 * @param stage the stage
 * @param state how far it is
 * @param seconds from the start to the last answer
 * @param perSecond answers a second
 * @param p50Ms half of the answers took at most this long, the pause included
 * @param p99Ms 99 of 100 did
 * @param answered purchases with an answer
 * @param unserved purchases that had no turn before the time was over
 * @param failed purchases without an answer
 * @param accepted purchases that were told they have an item
 * @param oversold accepted beyond the stock
 * @param duplicates buyers who were accepted more than once
 * @param overlaps how often somebody got a lock under which another one of the same process was still at work
 * @param lostUpdates updates with a version that came too late
 * @param redisCalls round trips to Redis
 * @param connections database connections in use at once, at most
 * @param rowLockWaits how often the database let somebody wait for a row
 * @param rowLockMillis how long, all together
 * @param course answers a second over time, several points for each second
 * @param remark what went wrong, in words; empty if nothing did
 */
public record Figures(
        LabStage stage,
        TrialState state,
        double seconds,
        double perSecond,
        double p50Ms,
        double p99Ms,
        long answered,
        long unserved,
        long failed,
        long accepted,
        long oversold,
        long duplicates,
        long overlaps,
        long lostUpdates,
        long redisCalls,
        int connections,
        long rowLockWaits,
        long rowLockMillis,
        List<Long> course,
        String remark) {

    /** Returns whether it sold too much, or to a buyer twice. */
    public boolean broke() {
        return oversold > 0 || duplicates > 0;
    }
}
