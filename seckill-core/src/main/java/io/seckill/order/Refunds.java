package io.seckill.order;

import io.seckill.LatePayment;
import io.seckill.PaymentId;
import io.seckill.spi.LatePaymentHandler;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SeckillMetrics;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands late payments to the host, one by one, each claimed in the ledger while the host works on it. One that fails comes back when its
 * claim is over, and is left alone for longer each time. Used by one thread.
 */
final class Refunds implements Rounds.Round {

    private static final Logger log = LoggerFactory.getLogger(OrderSweep.class);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final int REMEMBERED = 10_000;

    private record Failed(int times, long untilNanos) {}

    private final OrderLedger ledger;
    private final LatePaymentHandler handler;
    private final SeckillMetrics metrics;
    private final Duration claim;
    private final Map<PaymentId, Failed> failures = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<PaymentId, Failed> eldest) {
            return size() > REMEMBERED;
        }
    };

    Refunds(OrderLedger ledger, LatePaymentHandler handler, SeckillMetrics metrics, Duration claim) {
        this.ledger = ledger;
        this.handler = handler;
        this.metrics = metrics;
        this.claim = claim;
    }

    /** Handles what is due. Throws what the ledger throws, never what the handler does. */
    @Override
    public boolean run(BooleanSupplier stopping) {
        List<LatePayment> next = ledger.latePayments(1, claim);
        while (!next.isEmpty() && !stopping.getAsBoolean()) {
            handle(next.get(0));
            next = ledger.latePayments(1, claim);
        }
        return true;
    }

    private void handle(LatePayment late) {
        Failed before = failures.get(late.payment());
        if (before != null && before.untilNanos - System.nanoTime() > 0) {
            return;
        }
        try {
            handler.refund(late);
        } catch (Throwable e) { // a host's code: whatever it throws, the others are handled
            failed(late, before == null ? 1 : before.times + 1, e);
            return;
        }
        failures.remove(late.payment());
        ledger.refunded(late.order().reservation().order(), late.payment());
        metrics.latePaymentHandled(true);
    }

    private void failed(LatePayment late, int times, Throwable error) {
        Duration pause = claim.multipliedBy(1L << Math.min(times - 1, 20));
        pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
        failures.put(late.payment(), new Failed(times, System.nanoTime() + pause.toNanos()));
        metrics.latePaymentHandled(false);
        if (times == 1) {
            log.error(
                    "Payment {} of order {} of buyer {} in sale {} came too late and could not be given back; it is tried again",
                    late.payment(),
                    late.order().reservation().order(),
                    late.order().reservation().buyer(),
                    late.order().reservation().sale(),
                    error);
        }
    }
}
