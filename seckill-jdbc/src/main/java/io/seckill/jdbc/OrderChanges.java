package io.seckill.jdbc;

import io.seckill.LatePayment;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.OrderLedger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.dao.DuplicateKeyException;

/** Ends orders: paid, cancelled, refused. Whoever changes an order first wins, by the condition on its status. */
record OrderChanges(
        SaleTable sales,
        OrderTable orders,
        LatePaymentTable latePayments,
        Transactions transactions,
        Supplier<Instant> now) {

    OrderChange pay(OrderId order, PaymentId payment) {
        return transactions.change("pay order " + order, () -> {
            Instant now = this.now.get();
            boolean paid = orders.tryPay(order, payment, now, now.plus(OrderLedger.TELLING));
            return find(order)
                    .<OrderChange>map(row -> paid ? new OrderChange.Done(row.order(), false) : again(row, payment, now))
                    .orElseGet(OrderChange.Unknown::new);
        });
    }

    private OrderChange again(OrderRow row, PaymentId payment, Instant now) {
        if (row.payment().equals(Optional.of(payment))) {
            return new OrderChange.Done(row.order(), true);
        }
        latePayments.keep(row.id(), payment, now);
        return new OrderChange.TooLate(row.order());
    }

    OrderChange cancel(OrderId order, ReleaseReason reason) {
        return transactions.change("cancel order " + order, () -> {
            Instant now = this.now.get();
            boolean cancelled = orders.tryCancel(order, reason, now, now.plus(OrderLedger.TELLING));
            Optional<OrderRow> found = find(order);
            if (cancelled) {
                found.map(OrderRow::reservation).ifPresent(freed -> sales.takeHeld(freed.sale(), freed.quantity()));
            }
            return found.map(OrderRow::order)
                    .<OrderChange>map(known -> known.status() == OrderStatus.CANCELLED
                            ? new OrderChange.Done(known, !cancelled)
                            : new OrderChange.TooLate(known))
                    .orElseGet(OrderChange.Unknown::new);
        });
    }

    List<Order> expire(int limit) {
        return transactions.change("cancel unpaid orders", () -> {
            Instant now = this.now.get();
            List<OrderRow> overdue = orders.lockOverdue(limit, now);
            orders.cancelLocked(ids(overdue), ReleaseReason.NOT_PAID, now, now.plus(OrderLedger.TELLING));
            // in one order on all nodes, so that two that meet wait and do not block each other for good
            overdue.stream()
                    .map(OrderRow::reservation)
                    .collect(Collectors.groupingBy(
                            Reservation::sale,
                            () -> new TreeMap<>(Comparator.comparing(SaleId::value)),
                            Collectors.summingLong(Reservation::quantity)))
                    .forEach(sales::takeHeld);
            return overdue.stream()
                    .map(row -> row.order().withStatus(OrderStatus.CANCELLED, Optional.of(ReleaseReason.NOT_PAID)))
                    .toList();
        });
    }

    Order refuse(Reservation reservation, ReleaseReason reason) {
        String what = "refuse order " + reservation.order();
        OrderRow refused = OrderRow.refused(reservation, reason, now.get());
        try {
            return transactions.change(what, () -> {
                orders.insert(List.of(refused));
                return refused.order();
            });
        } catch (DuplicateKeyException e) {
            return transactions
                    .change(what, () -> find(reservation.order()))
                    .orElseThrow(() -> e)
                    .order();
        }
    }

    List<Order> claimUntold(int limit, Duration claim) {
        return transactions.change("claim changed orders", () -> {
            Instant now = this.now.get();
            List<OrderRow> untold = orders.lockUntold(limit, now);
            orders.postpone(ids(untold), now.plus(claim));
            return untold.stream().map(OrderRow::order).toList();
        });
    }

    void told(Collection<OrderId> told) {
        transactions.change("note what the gate was told", () -> {
            orders.told(told);
            return true;
        });
    }

    List<LatePayment> latePayments(int limit, Duration claim) {
        return transactions.change("claim late payments", () -> {
            Instant now = this.now.get();
            List<LatePaymentTable.Row> late =
                    claim.isZero() ? latePayments.open(limit) : latePayments.lockDue(limit, now);
            if (!claim.isZero()) {
                latePayments.claim(late, now.plus(claim));
            }
            // they ended before the payment came, so they are as they were then
            Map<OrderId, OrderRow> ended = orders
                    .find(late.stream().map(LatePaymentTable.Row::order).toList())
                    .stream()
                    .collect(Collectors.toMap(OrderRow::id, Function.identity()));
            return late.stream()
                    .flatMap(row -> Optional.ofNullable(ended.get(row.order())).stream()
                            .map(order -> new LatePayment(order.order(), row.payment(), row.received())))
                    .toList();
        });
    }

    boolean refunded(OrderId order, PaymentId payment) {
        return transactions.change(
                "note the refund of payment " + payment + " of order " + order,
                () -> latePayments.refund(order, payment, now.get()));
    }

    private Optional<OrderRow> find(OrderId order) {
        return orders.find(List.of(order)).stream().findFirst();
    }

    private static List<OrderId> ids(List<OrderRow> rows) {
        return rows.stream().map(OrderRow::id).toList();
    }
}
