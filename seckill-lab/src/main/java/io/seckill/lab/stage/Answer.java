package io.seckill.lab.stage;

import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Rejected;

/** What a contender said to one purchase. */
public enum Answer {
    /** The buyer has it. */
    BOUGHT,
    /** Nothing is left. */
    SOLD_OUT,
    /** The buyer has one already. */
    BOUGHT_BEFORE,
    /** There was no answer, or one that no purchase of a comparison should get. */
    FAILED;

    static Answer of(PurchaseResult result) {
        if (result instanceof Accepted) {
            return BOUGHT;
        }
        return switch (((Rejected) result).reason()) {
            case SOLD_OUT -> SOLD_OUT;
            case LIMIT_REACHED -> BOUGHT_BEFORE;
            default -> FAILED;
        };
    }
}
