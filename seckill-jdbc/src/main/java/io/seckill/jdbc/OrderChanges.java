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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
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
            Attempt attempt = attempt(order, () -> orders.tryPay(order, payment, now, now.plus(OrderLedger.TELLING)));
            return attempt.found
                    .<OrderChange>map(
                            row -> attempt.done ? new OrderChange.Done(row.order(), false) : again(row, payment, now))
                    .orElseGet(OrderChange.Unknown::new);
        });
    }

    /** What changing an unpaid order did, and the order after it. */
    private record Attempt(boolean done, Optional<OrderRow> found) {

        boolean missed() {
            return !done
                    && found.filter(row -> row.status() == OrderStatus.UNPAID).isPresent();
        }
    }

    /** An order that is stored at this moment may be missed by the update and seen by the question after it: then it is tried again. */
    private Attempt attempt(OrderId order, BooleanSupplier update) {
        Attempt first = new Attempt(update.getAsBoolean(), find(order));
        return first.missed() ? new Attempt(update.getAsBoolean(), find(order)) : first;
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
            Attempt attempt = attempt(order, () -> orders.tryCancel(order, reason, now, now.plus(OrderLedger.TELLING)));
            if (attempt.done) {
                attempt.found
                        .map(OrderRow::reservation)
                        .ifPresent(freed -> sales.takeHeld(freed.sale(), freed.quantity()));
            }
            return attempt.found
                    .map(OrderRow::order)
                    .<OrderChange>map(known -> known.status() == OrderStatus.CANCELLED
                            ? new OrderChange.Done(known, !attempt.done)
                            : new OrderChange.TooLate(known))
                    .orElseGet(OrderChange.Unknown::new);
        });
    }

    List<Order> expire(int limit) {
        return transactions.change("cancel unpaid orders", () -> {
            Instant now = this.now.get();
            List<OrderRow> overdue = lockOverdue(limit, now);
            orders.cancelLocked(ids(overdue), ReleaseReason.NOT_PAID, now, now.plus(OrderLedger.TELLING));
            overdue.stream()
                    .map(OrderRow::reservation)
                    .collect(Collectors.groupingBy(Reservation::sale, Collectors.summingLong(Reservation::quantity)))
                    .forEach(sales::takeHeld);
            return overdue.stream()
                    .map(row -> row.order().withStatus(OrderStatus.CANCELLED, Optional.of(ReleaseReason.NOT_PAID)))
                    .toList();
        });
    }

    /** Locks overdue orders and their sales, and waits for none: a sale that is being rebuilt keeps the orders of no other waiting. */
    private List<OrderRow> lockOverdue(int limit, Instant now) {
        Set<SaleId> busy = new HashSet<>();
        while (true) {
            List<OrderRow> found = orders.lockOverdue(limit, now, busy);
            found.stream()
                    .map(row -> row.reservation().sale())
                    .distinct()
                    .filter(sale -> !sales.tryLock(sale))
                    .forEach(busy::add);
            List<OrderRow> free = found.stream()
                    .filter(row -> !busy.contains(row.reservation().sale()))
                    .toList();
            if (!free.isEmpty() || found.isEmpty()) {
                return free;
            }
        }
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
