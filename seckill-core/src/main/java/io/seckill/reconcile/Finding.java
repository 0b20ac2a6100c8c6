package io.seckill.reconcile;

import io.seckill.Holding;
import io.seckill.Order;
import io.seckill.OrderStatus;
import java.util.Optional;

/** An order that differs between gate and ledger, as each of them has it. */
record Finding(DriftKind kind, Suspect suspect, Optional<Holding> holding, Optional<Order> order) {

    /**
     * Judges an order.
     *
     * @param inTransit whether it lies in the outbox or among the dead letters, and so need not be in the ledger, or released
     * @param untold whether the ledger notes that the gate is still to be told of its change
     */
    static Optional<DriftKind> judge(
            Optional<Holding> holding, Optional<Order> order, boolean inTransit, boolean untold) {
        boolean held = holding.filter(Holding::live).isPresent();
        if (order.isEmpty()) {
            return held && !inTransit ? Optional.of(DriftKind.ORDER_LOST) : Optional.empty();
        }
        OrderStatus status = order.get().status();
        if (status == OrderStatus.CANCELLED || status == OrderStatus.REFUSED) {
            return held && !inTransit && !untold ? Optional.of(DriftKind.DEAD_BUT_HELD) : Optional.empty();
        }
        if (holding.isEmpty()) {
            return Optional.of(DriftKind.ORDER_NOT_HELD);
        }
        if (!held) {
            return Optional.of(DriftKind.LIVE_BUT_RELEASED);
        }
        boolean sold = holding.get().paid();
        if (status == OrderStatus.PAID) {
            return sold || untold ? Optional.empty() : Optional.of(DriftKind.PAID_NOT_SOLD);
        }
        return sold ? Optional.of(DriftKind.SOLD_NOT_PAID) : Optional.empty();
    }
}
