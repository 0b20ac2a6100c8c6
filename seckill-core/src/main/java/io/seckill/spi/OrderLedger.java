package io.seckill.spi;

import io.seckill.LatePayment;
import io.seckill.Opening;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * An order sink that keeps the orders itself and can be asked. It knows the sales too, and is the last line of defence: it stores no
 * order beyond a sale's total or a buyer's limit, whatever the gate accepted.
 *
 * @since 0.1
 */
public interface OrderLedger extends OrderSink {

    /** How long whoever changed an order has to tell the gate, before others see that it was not told. */
    Duration TELLING = Duration.ofSeconds(10);

    /**
     * Makes a sale known before its first reservation is delivered; creates nothing that is there already. A definition is the known one
     * also if its total, or the end of its window, is what the sale began with.
     *
     * @return created, unchanged, or different with the existing definition; a different one changes nothing
     * @throws SinkUnavailableException if the ledger is out of order
     */
    Opening open(Sale sale);

    /**
     * Changes the total of a sale from one number to another: a compare-and-set, so that a repeated call does no harm. Nothing changes if
     * the total is neither of them, or more is held than the new one.
     *
     * @param from the total as the caller knows it
     * @param to the total wanted, 1 to {@value Sale#MAX_TOTAL}
     * @return whether the total is {@code to} now; false also if the sale is unknown
     * @throws IllegalArgumentException if {@code to} is out of bounds
     * @throws SinkUnavailableException if the ledger is out of order; calling again settles it
     */
    boolean changeTotal(SaleId sale, long from, long to);

    /**
     * Moves the end of a sale's window to this instant, unless it is that late already.
     *
     * @return whether the sale is known
     * @throws SinkUnavailableException if the ledger is out of order; calling again settles it
     */
    boolean extend(SaleId sale, Instant closes);

    /**
     * Returns the order, or the recorded refusal; empty if nothing was delivered under this id yet.
     *
     * @throws SinkUnavailableException if the ledger is out of order
     */
    Optional<Order> find(OrderId order);

    /**
     * Returns those of the orders and recorded refusals that are known, in no order; one question however many they are.
     *
     * @throws SinkUnavailableException if the ledger is out of order
     */
    List<Order> find(Collection<OrderId> orders);

    /**
     * Marks an unpaid order as paid: one conditional update. Idempotent by payment id. A payment that comes too late is kept, once.
     *
     * @return done, also past the deadline as long as nobody has cancelled the order; too late; or unknown, and then nothing is kept
     * @throws SinkUnavailableException if the ledger is out of order; calling again settles it
     */
    OrderChange pay(OrderId order, PaymentId payment);

    /**
     * Cancels an unpaid order, and frees what it held in the ledger: one conditional update. Idempotent.
     *
     * @return done, with the first reason if it was cancelled before; too late if it is paid or refused; or unknown
     * @throws SinkUnavailableException if the ledger is out of order; calling again settles it
     */
    OrderChange cancel(OrderId order, ReleaseReason reason);

    /**
     * Cancels unpaid orders whose deadline has passed, with the reason {@link ReleaseReason#NOT_PAID}. Several nodes that call it at once
     * get different orders and do not wait for each other; nor do they wait for a sale that somebody else is changing, whose orders are
     * left for a later call.
     *
     * @param limit how many at most, at least 1
     * @return the orders cancelled by this very call, as they are now; fewer than the limit if there are no more for now
     * @throws SinkUnavailableException if the ledger is out of order
     */
    List<Order> expire(int limit);

    /**
     * Records that a reservation will never become an order, unless it did: so that a late delivery of it is refused too. The sale need
     * not be known.
     *
     * @return the order or refusal under this id as it is now
     * @throws SinkUnavailableException if the ledger is out of order; calling again settles it
     */
    Order refuse(Reservation reservation, ReleaseReason reason);

    /**
     * Claims paid and cancelled orders of whose change the gate has not been told for certain. Whoever changes an order tells the gate at
     * once; so the changes of the last {@link #TELLING} are left out, and those that a node has claimed.
     *
     * @param limit how many at most, at least 1
     * @param claim how long the caller has them for itself
     * @return paid and cancelled orders, those due longest first
     * @throws SinkUnavailableException if the ledger is out of order
     */
    List<Order> claimUntold(int limit, Duration claim);

    /**
     * Notes that the gate has been told of the orders' change.
     *
     * @throws SinkUnavailableException if the ledger is out of order
     */
    void told(Collection<OrderId> orders);

    /**
     * Claims late payments that are not refunded, oldest first. Several nodes that call it at once get different ones.
     *
     * @param limit how many at most, at least 1
     * @param claim how long the caller has them for itself; zero only looks, and sees claimed ones too
     * @throws SinkUnavailableException if the ledger is out of order
     */
    List<LatePayment> latePayments(int limit, Duration claim);

    /**
     * Notes that a late payment was given back.
     *
     * @return whether this call did; false if it was noted before or is unknown
     * @throws SinkUnavailableException if the ledger is out of order
     */
    boolean refunded(OrderId order, PaymentId payment);
}
