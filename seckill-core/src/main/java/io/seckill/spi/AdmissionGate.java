package io.seckill.spi;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Decides the purchases of a sale: known? replay? window and state, limit, stock, in this order. An accepted purchase is in the outbox
 * when its answer leaves the gate.
 *
 * <p>A fused gate decides and hands over in one atomic step; a composed one undoes what it did when a later part says no.
 *
 * @since 0.1
 */
public interface AdmissionGate {

    /**
     * Decides purchases, in order, as if each had come alone.
     *
     * <p>Idempotent by order id and by request key: one accepted before is answered {@link PurchaseResult.Accepted#replayed()} with the
     * first reservation, whatever window and state are by now; one released since is rejected as {@link
     * PurchaseResult.Reason#RELEASED}.
     *
     * @param sale the sale of every purchase
     * @param wanted the reservations asked for, at least one; the same buyer or order id may come several times
     * @return a stage that always completes: with as many results as were asked for, in the same order, or exceptionally with {@link
     *     io.seckill.SeckillUnavailableException}
     */
    CompletionStage<List<PurchaseResult>> admit(SaleId sale, List<Reservation> wanted);

    /**
     * Gives back the stock and the slots of reservations, once: one that is not held, or was released before, changes nothing. The
     * order ids stay remembered as released, so that a late retry cannot buy under them.
     *
     * @param sale the sale of every reservation
     * @param reservations what to release
     * @param reason why, told to the buyer
     * @return a stage with the number of reservations released by this very call
     */
    CompletionStage<Integer> release(SaleId sale, List<Reservation> reservations, ReleaseReason reason);

    /**
     * Returns what a buyer holds or held in a sale, in the order of acceptance.
     *
     * @return a stage with the holdings; empty if there are none or the sale is unknown
     */
    CompletionStage<List<Holding>> holdings(SaleId sale, BuyerId buyer);
}
