package io.seckill.order;

import io.seckill.LatePayment;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.Orders;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SeckillListener;
import io.seckill.SeckillUnavailableException;
import io.seckill.event.Events;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SeckillMetrics.OrderChangeKind;
import io.seckill.spi.SoldCount;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link Orders} over any ledger and gate: the ledger decides, then the gate is told. A gate that fails then is not the caller's failure:
 * an {@link OrderSweep} tells it later.
 *
 * @since 0.1
 */
public final class OrderDesk implements Orders {

    private static final Logger log = LoggerFactory.getLogger(OrderDesk.class);

    /** How long a caller waits for the gate after the ledger has decided; a sweep has more time. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    final OrderLedger ledger;
    final GateNews news;
    final SeckillMetrics metrics;
    private final Events events;
    private volatile Runnable latePaymentSignal = () -> {};

    /**
     * Opens the desk.
     *
     * @param ledger decides what becomes of an order
     * @param gate gets cancelled stock back; where it counts what was sold ({@link SoldCount}), it is told of payments too
     * @param events is told what happened
     * @param metrics counts it
     */
    public OrderDesk(OrderLedger ledger, AdmissionGate gate, Events events, SeckillMetrics metrics) {
        this.ledger = ledger;
        this.news = new GateNews(ledger, gate, metrics);
        this.events = events;
        this.metrics = metrics;
    }

    @Override
    public OrderChange pay(OrderId order, PaymentId payment) {
        OrderChange change = changed(() -> ledger.pay(order, payment));
        if (change instanceof OrderChange.Done done) {
            settle(done, OrderChangeKind.PAID, SeckillListener::paid);
        } else if (change instanceof OrderChange.TooLate late) {
            metrics.ordersChanged(OrderChangeKind.PAID_TOO_LATE, 1);
            LatePayment latePayment = new LatePayment(late.order(), payment, Instant.now());
            events.tell(listener -> listener.paidTooLate(latePayment));
            log(OrderChangeKind.PAID_TOO_LATE, late.order());
            latePaymentSignal.run();
        }
        return change;
    }

    @Override
    public OrderChange cancel(OrderId order, ReleaseReason reason) {
        OrderChange change = changed(() -> ledger.cancel(order, reason));
        if (change instanceof OrderChange.Done done) {
            settle(done, OrderChangeKind.CANCELLED, SeckillListener::cancelled);
        }
        return change;
    }

    /** A repetition may come from a caller who lost the first answer, with the gate untold; but it is no news to anybody else. */
    private void settle(OrderChange.Done done, OrderChangeKind kind, BiConsumer<SeckillListener, Order> event) {
        List<Order> orders = List.of(done.order());
        if (done.repeated()) {
            news.tell(orders, PATIENCE);
        } else {
            settle(orders, kind, event, PATIENCE);
        }
    }

    /** Orders that this node has just changed. Returns whether the gate knows. */
    boolean settle(
            List<Order> orders, OrderChangeKind kind, BiConsumer<SeckillListener, Order> event, Duration patience) {
        announce(orders);
        boolean told = news.tell(orders, patience);
        metrics.ordersChanged(kind, orders.size());
        if (log.isDebugEnabled()) {
            orders.forEach(order -> log(kind, order));
        }
        if (events.listened()) {
            orders.forEach(order -> events.tell(listener -> event.accept(listener, order)));
        }
        return told;
    }

    private static void log(OrderChangeKind kind, Order order) {
        Reservation reservation = order.reservation();
        log.debug(
                "Order {} of buyer {} in sale {}: {}",
                reservation.order(),
                reservation.buyer(),
                reservation.sale(),
                kind);
    }

    void announce(List<Order> orders) {
        events.announce(
                orders.stream().map(order -> order.reservation().order()).toList());
    }

    @Override
    public List<LatePayment> latePayments(int limit) {
        return asked(() -> ledger.latePayments(limit, Duration.ZERO));
    }

    @Override
    public boolean refunded(OrderId order, PaymentId payment) {
        return changed(() -> ledger.refunded(order, payment));
    }

    /** Runs this when a payment came too late; one at a time, the last one set. */
    void onLatePayment(Runnable signal) {
        latePaymentSignal = signal;
    }

    private static <T> T changed(Supplier<T> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) {
            throw SeckillUnavailableException.outcomeUnknown("the order ledger: " + e.getMessage(), e);
        }
    }

    private static <T> T asked(Supplier<T> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) {
            throw SeckillUnavailableException.nothingChanged("the order ledger: " + e.getMessage(), e);
        }
    }
}
