package io.seckill;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A backend gave no usable answer. {@link #outcomeKnown()} tells whether anything can have changed.
 *
 * @since 0.1
 */
public class SeckillUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean outcomeKnown;
    private final @Nullable String order;

    private SeckillUnavailableException(
            String message, boolean outcomeKnown, @Nullable OrderId order, @Nullable Throwable cause) {
        super(message, cause);
        this.outcomeKnown = outcomeKnown;
        this.order = order == null ? null : order.value();
    }

    /** Returns the failure of a call that certainly changed nothing. */
    public static SeckillUnavailableException nothingChanged(String message, @Nullable Throwable cause) {
        return new SeckillUnavailableException(message, true, null, cause);
    }

    /** Returns the failure of a call that may have taken effect. */
    public static SeckillUnavailableException outcomeUnknown(String message, @Nullable Throwable cause) {
        return new SeckillUnavailableException(message, false, null, cause);
    }

    /** Returns this failure as that of one purchase. */
    public SeckillUnavailableException forOrder(OrderId id) {
        return new SeckillUnavailableException(
                getMessage() + (outcomeKnown ? "; nothing was taken for order " : "; ask again with order id ") + id,
                outcomeKnown,
                id,
                this);
    }

    /**
     * Returns whether it is certain that nothing changed. If not, the call may have taken effect: asking again with the same
     * {@link #order() order id} settles it.
     */
    public boolean outcomeKnown() {
        return outcomeKnown;
    }

    /** Returns the order id of the purchase that failed, if it was a purchase. */
    public Optional<OrderId> order() {
        return Optional.ofNullable(order).map(OrderId::new);
    }
}
