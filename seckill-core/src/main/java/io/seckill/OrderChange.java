package io.seckill;

import java.util.Objects;

/**
 * What a payment or a cancellation did to an order. Of several that meet, one wins and the others are told what the order is now.
 *
 * @since 0.1
 */
public sealed interface OrderChange {

    /**
     * The order is what was asked for.
     *
     * @param order the order as it is now
     * @param repeated whether it was so before: the same payment, or the cancellation of a cancelled order, again
     */
    record Done(Order order, boolean repeated) implements OrderChange {

        /** Checks that nothing is missing. */
        public Done {
            Objects.requireNonNull(order, "order");
        }
    }

    /**
     * The order has ended otherwise and stays as it is. A payment is kept as a {@link LatePayment}.
     *
     * @param order the order as it is now
     */
    record TooLate(Order order) implements OrderChange {

        /** Checks that nothing is missing. */
        public TooLate {
            Objects.requireNonNull(order, "order");
        }
    }

    /** The ledger has no such order: perhaps it is still on its way there. Nothing changed, and a payment is not kept. */
    record Unknown() implements OrderChange {}
}
