package io.seckill.sample.order;

import io.seckill.BuyerId;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.Orders;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Seckill;
import io.seckill.sample.web.Input;
import io.seckill.sample.web.Problems;
import java.security.Principal;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.web.ErrorResponseException;

/**
 * A buyer's own orders. Whose an order is, is looked at before anything is done with it; another's is answered as one that is not there,
 * so that nobody learns which order ids exist.
 */
@Service
class BuyerOrders {

    private final Seckill seckill;
    private final Orders orders;

    BuyerOrders(Seckill seckill, Orders orders) {
        this.seckill = seckill;
        this.orders = orders;
    }

    /** An order id of a caller, who need not have such an order. */
    record Asked(OrderId order, BuyerId buyer) {

        static Asked of(String order, Principal buyer) {
            return Input.valid(() -> new Asked(new OrderId(order), new BuyerId(buyer.getName())));
        }
    }

    OrderView find(Asked asked) {
        return OrderView.of(seckill.find(asked.order, asked.buyer))
                .orElseThrow(() -> Problems.notFound("UNKNOWN_ORDER", "you have no order '" + asked.order + "'"));
    }

    OrderView pay(Asked asked, PaymentId payment) {
        return change(
                asked,
                () -> orders.pay(asked.order, payment),
                "payment '" + payment + "' came too late; it is kept and will be refunded");
    }

    OrderView cancel(Asked asked) {
        return change(
                asked,
                () -> orders.cancel(asked.order, ReleaseReason.CANCELLED_BY_BUYER),
                "it is too late to cancel it");
    }

    private OrderView change(Asked asked, Supplier<OrderChange> change, String tooLate) {
        OrderView before = find(asked);
        OrderChange done = change.get();
        if (done instanceof OrderChange.Done changed) {
            return OrderView.of(changed.order());
        }
        if (done instanceof OrderChange.TooLate late) {
            throw conflict(OrderView.of(late.order()), tooLate);
        }
        if (before.last()) {
            throw conflict(before, "nothing was changed or charged");
        }
        throw onItsWay(before);
    }

    /** Says what the order is now, in words and in the fields of the order. */
    private static ErrorResponseException conflict(OrderView now, String detail) {
        String why = now.reason() == null ? "" : " (" + now.reason() + ")";
        return describe(
                Problems.of(HttpStatus.CONFLICT, "TOO_LATE", "the order is " + now.status() + why + ": " + detail),
                now);
    }

    private static ErrorResponseException onItsWay(OrderView queued) {
        return describe(
                Problems.tryAgainSoon(
                        HttpStatus.CONFLICT,
                        "ON_ITS_WAY",
                        "the order is on its way to the database: nothing was changed or charged; try again in a moment"),
                queued);
    }

    private static ErrorResponseException describe(ErrorResponseException problem, OrderView now) {
        problem.getBody().setProperty("orderId", now.orderId());
        problem.getBody().setProperty("status", now.status());
        if (now.reason() != null) {
            problem.getBody().setProperty("reason", Objects.requireNonNull(now.reason()));
        }
        return problem;
    }
}
