package io.seckill.sample.order;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SinkUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.springframework.stereotype.Service;

/** Finds a buyer's order: in the ledger, or, for the moment in which it is on its way there, in the gate. */
@Service
class OrderDesk {

    private final OrderLedger ledger;
    private final AdmissionGate gate;
    private final Sales sales;

    OrderDesk(OrderLedger ledger, AdmissionGate gate, Sales sales) {
        this.ledger = ledger;
        this.gate = gate;
        this.sales = sales;
    }

    /** Without the ledger an order is shown as the gate knows it: QUEUED, though it may be stored by now. */
    Optional<OrderView> find(OrderId id, BuyerId buyer) {
        Optional<Order> order;
        try {
            order = ledger.find(id);
        } catch (SinkUnavailableException e) {
            // only the ledger could tell that there is no such order, or what became of one that the gate has forgotten
            return Optional.of(OrderView.of(holding(id, buyer).orElseThrow(() -> e)));
        }
        return order.isPresent()
                ? order.filter(found -> found.reservation().buyer().equals(buyer))
                        .map(OrderView::of)
                : holding(id, buyer).map(OrderView::of);
    }

    /** Asks for all sales at once, since an order id does not tell its sale. */
    private Optional<Holding> holding(OrderId id, BuyerId buyer) {
        List<CompletableFuture<List<Holding>>> asked = sales.list().stream()
                .map(status -> gate.holdings(status.sale().id(), buyer).toCompletableFuture())
                .toList();
        return asked.stream()
                .flatMap(answer -> await(answer).stream())
                .filter(holding -> holding.reservation().order().equals(id))
                .findFirst();
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SeckillUnavailableException unavailable ? unavailable : e;
        }
    }
}
