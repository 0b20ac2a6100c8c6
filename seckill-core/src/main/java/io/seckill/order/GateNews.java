package io.seckill.order;

import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.internal.Trouble;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SoldCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the gate which orders were paid or cancelled, and then the ledger that the gate knows. Telling again is harmless. Throws nothing:
 * what failed stays noted in the ledger, and is told by a sweep.
 */
final class GateNews {

    private static final Logger log = LoggerFactory.getLogger(OrderSweep.class);

    final Trouble gateTrouble = new Trouble(log, "gate, which is told of paid and cancelled orders,");
    final Trouble ledgerTrouble = new Trouble(log, "order ledger");

    private final OrderLedger ledger;
    private final AdmissionGate gate;
    private final SeckillMetrics metrics;

    /** Orders that the gate can be told in one call; the reason is null for paid ones. */
    private record Group(SaleId sale, OrderStatus status, String reason) {

        static Group of(Order order) {
            return new Group(
                    order.reservation().sale(),
                    order.status(),
                    order.reason().map(ReleaseReason::tag).orElse(""));
        }
    }

    GateNews(OrderLedger ledger, AdmissionGate gate, SeckillMetrics metrics) {
        this.ledger = ledger;
        this.gate = gate;
        this.metrics = metrics;
    }

    /**
     * Tells of orders, of one sale or many.
     *
     * @param changed paid and cancelled orders
     * @param patience how long to wait for the gate
     * @return whether the gate and the ledger know all of it now
     */
    boolean tell(List<Order> changed, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        Map<List<Order>, CompletableFuture<Integer>> calls = new LinkedHashMap<>();
        Collection<List<Order>> groups = changed.stream()
                .collect(Collectors.groupingBy(Group::of, LinkedHashMap::new, Collectors.toList()))
                .values();
        groups.forEach(group -> calls.put(group, call(group)));
        List<OrderId> told = new ArrayList<>(changed.size());
        calls.forEach((group, call) -> {
            if (answered(call, deadline)) {
                group.forEach(order -> told.add(order.reservation().order()));
            }
        });
        int untold = changed.size() - told.size();
        if (untold > 0) {
            metrics.gateTold(false, untold);
        }
        return note(told) && untold == 0;
    }

    private CompletableFuture<Integer> call(List<Order> group) {
        try {
            return ask(group).toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<Integer> ask(List<Order> group) {
        Order first = group.get(0);
        SaleId sale = first.reservation().sale();
        List<Reservation> reservations = group.stream().map(Order::reservation).toList();
        if (first.status() == OrderStatus.PAID) {
            return gate instanceof SoldCount counting
                    ? counting.countSold(sale, reservations)
                    : CompletableFuture.completedFuture(0);
        }
        return gate.release(sale, reservations, first.reason().orElseThrow());
    }

    private boolean answered(CompletableFuture<Integer> call, long deadline) {
        try {
            call.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            gateTrouble.failed(e.getCause() == null ? e : e.getCause());
            return false;
        } catch (Exception e) {
            gateTrouble.failed(e);
            return false;
        }
        gateTrouble.worked();
        return true;
    }

    private boolean note(List<OrderId> told) {
        if (told.isEmpty()) {
            return true;
        }
        metrics.gateTold(true, told.size());
        try {
            ledger.told(told);
        } catch (RuntimeException e) {
            ledgerTrouble.failed(e);
            return false;
        }
        ledgerTrouble.worked();
        return true;
    }
}
