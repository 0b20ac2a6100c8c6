package io.seckill;

import java.util.List;

/**
 * What happens to an order once it is stored: payment, cancellation, and payments that came too late. Thread-safe.
 *
 * <p>Of a payment, a cancellation and the end of the deadline that meet, exactly one wins, decided by one conditional update in the ledger.
 * Then the gate is told: stock that came back is sellable at once. What the gate could not be told, the sweep tells it later, once.
 *
 * <p>Each method throws {@link SeckillUnavailableException} if the ledger gave no usable answer; calling it again settles it. Call it outside
 * of your own transaction: the ledger's is another one, on a second connection, and stands whatever becomes of yours.
 *
 * @since 0.1
 */
public interface Orders {

    /**
     * Marks an unpaid order as paid, also past its deadline as long as nobody has cancelled it. Idempotent by payment id.
     *
     * @return done; or too late, and then the payment is kept until it is {@link #refunded}; or unknown
     */
    OrderChange pay(OrderId order, PaymentId payment);

    /**
     * Cancels an unpaid order; its stock is for sale again, and the buyer may buy again. Idempotent.
     *
     * @param reason who or what cancelled it, such as {@link ReleaseReason#CANCELLED_BY_BUYER}
     * @return done; or too late; or unknown
     */
    OrderChange cancel(OrderId order, ReleaseReason reason);

    /**
     * Returns payments that came too late and are not refunded yet, oldest first.
     *
     * @param limit how many at most, at least 1
     */
    List<LatePayment> latePayments(int limit);

    /** Notes that a late payment was given back. Returns whether this call did; false if it was noted before or is unknown. */
    boolean refunded(OrderId order, PaymentId payment);
}
