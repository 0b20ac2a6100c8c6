package io.seckill.gate;

import io.seckill.PurchaseResult;
import io.seckill.Reservation;
import io.seckill.SeckillUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Decides a batch purchase by purchase, for gates that cannot do it in one step. */
final class OneByOne {

    private OneByOne() {}

    /** Returns the decisions. If one fails after others were made, the outcome of the batch is unknown. */
    static List<PurchaseResult> decide(List<Reservation> wanted, Function<Reservation, PurchaseResult> decision) {
        List<PurchaseResult> results = new ArrayList<>(wanted.size());
        for (Reservation one : wanted) {
            try {
                results.add(decision.apply(one));
            } catch (RuntimeException e) {
                if (results.isEmpty()) {
                    throw e;
                }
                throw SeckillUnavailableException.outcomeUnknown(
                        "the gate failed after " + results.size() + " of " + wanted.size() + " purchases", e);
            }
        }
        return results;
    }
}
