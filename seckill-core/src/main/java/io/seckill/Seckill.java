package io.seckill;

import java.util.concurrent.CompletionStage;

/**
 * Buys. The one method a host application calls for each purchase, in a blocking and an asynchronous form.
 *
 * <p>Thread-safe. Both forms are idempotent by order id and by request key: asking again returns the accepted answer again and takes
 * nothing. An answer is never guessed: where the backend gave none, the caller gets a {@link SeckillUnavailableException}, never "sold
 * out" and never "accepted".
 *
 * @since 0.1
 */
public interface Seckill {

    /**
     * Returns what became of the purchase, waiting at most for the configured deadline (default 1 s).
     *
     * @throws SeckillUnavailableException if there was no answer in time; tells whether the outcome is known, and under which order id
     *     to ask again. Also thrown when the thread is interrupted, which stays interrupted.
     */
    PurchaseResult buy(PurchaseRequest request);

    /**
     * Returns at once; the stage completes with what became of the purchase, at the latest when the configured deadline has passed.
     * It always completes, and exactly once: also when the connection dies and on shutdown. Dependent actions run on the engine's
     * callback executor, never on the driver's I/O thread. Cancelling the returned future withdraws a purchase that was not sent yet;
     * one already sent may still be accepted, and is found again under its order id.
     *
     * @return a stage that fails only with {@link SeckillUnavailableException}
     */
    CompletionStage<PurchaseResult> submit(PurchaseRequest request);

    /**
     * Returns how far a purchase has come. Made to be asked again and again by every buyer who waits: what this node knows it answers
     * without asking anybody, and what it must ask the ledger it asks for all who wait in one question.
     *
     * <p>Without a ledger, as with an order sink of the host's own, nobody knows what became of an order: it is {@link
     * OrderProgress.Queued} while the gate holds it, and {@link OrderProgress.Released} once it was given back.
     *
     * <p>An answer may be old by the time that a lost announcement costs, some seconds. What was accepted here stays queued while the ledger
     * is out of order. A purchase that another node has accepted is {@link
     * OrderProgress.Unknown} here until it is in the ledger; {@link #find(OrderId, BuyerId)} finds it before.
     *
     * @throws SeckillUnavailableException if the ledger gave no answer
     */
    OrderProgress find(OrderId order);

    /**
     * Returns how far a purchase of this buyer has come, as {@link #find(OrderId)} does; where the ledger does not know it yet, the gate
     * is asked too. An order of another buyer is {@link OrderProgress.Unknown}.
     *
     * @throws SeckillUnavailableException if there was no answer
     */
    OrderProgress find(OrderId order, BuyerId buyer);
}
