package io.seckill.memory;

import io.seckill.LatePayment;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.PaymentId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The late payments of the in-memory ledger. Not thread-safe. */
final class LatePayments {

    private final Map<Key, Late> all = new LinkedHashMap<>();

    void keep(Order order, PaymentId payment, Instant now) {
        all.putIfAbsent(
                new Key(order.reservation().order(), payment), new Late(new LatePayment(order, payment, now), now));
    }

    List<LatePayment> claim(int limit, Duration claim, Instant now) {
        List<Late> claimed = all.values().stream()
                .filter(late -> !late.refunded)
                .filter(late -> claim.isZero() || !late.due.isAfter(now))
                .limit(limit)
                .toList();
        if (!claim.isZero()) {
            claimed.forEach(late -> late.due = now.plus(claim));
        }
        return claimed.stream().map(late -> late.payment).toList();
    }

    boolean refund(OrderId order, PaymentId payment) {
        Late late = all.get(new Key(order, payment));
        if (late == null || late.refunded) {
            return false;
        }
        late.refunded = true;
        return true;
    }

    private record Key(OrderId order, PaymentId payment) {}

    private static final class Late {

        private final LatePayment payment;
        private Instant due;
        private boolean refunded;

        Late(LatePayment payment, Instant due) {
            this.payment = payment;
            this.due = due;
        }
    }
}
