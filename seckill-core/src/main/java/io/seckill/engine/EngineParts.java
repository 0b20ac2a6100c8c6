package io.seckill.engine;

import io.seckill.event.Events;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderIds;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.RateLimiter;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.StockReturns;
import io.seckill.spi.Traces;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * What an engine works with.
 *
 * @param gate decides the purchases; where it also announces returned stock ({@link StockReturns}), the sold-out latch listens
 * @param orderIds makes the ids of new purchases
 * @param callbacks runs what callers of {@link SeckillEngine#submit} attached; {@code Runnable::run} lets it run on the gate's I/O thread
 * @param metrics is told what happens, to count it
 * @param events is told of accepted purchases, and tells which orders changed
 * @param traces names the trace of each new purchase
 * @param ledger is asked for orders; without one, what the gate holds is all that is known of a purchase
 * @param limiter is asked about every purchase that has a place in the queue
 * @param registry names the sales in which the gate is asked for a purchase that another node has accepted
 * @since 0.1
 */
public record EngineParts(
        AdmissionGate gate,
        OrderIds orderIds,
        Executor callbacks,
        SeckillMetrics metrics,
        Events events,
        RateLimiter limiter,
        Traces traces,
        Optional<OrderLedger> ledger,
        Optional<SaleRegistry> registry) {

    /** Returns the parts without which no engine works. */
    public static EngineParts of(AdmissionGate gate, OrderIds orderIds, Executor callbacks) {
        return new EngineParts(
                gate,
                orderIds,
                callbacks,
                SeckillMetrics.NONE,
                Events.NONE,
                RateLimiter.NONE,
                Traces.NONE,
                Optional.empty(),
                Optional.empty());
    }

    /** Returns these with metrics. */
    public EngineParts withMetrics(SeckillMetrics value) {
        return new EngineParts(gate, orderIds, callbacks, value, events, limiter, traces, ledger, registry);
    }

    /** Returns these with events. */
    public EngineParts withEvents(Events value) {
        return new EngineParts(gate, orderIds, callbacks, metrics, value, limiter, traces, ledger, registry);
    }

    /** Returns these with a limiter. */
    public EngineParts withLimiter(RateLimiter value) {
        return new EngineParts(gate, orderIds, callbacks, metrics, events, value, traces, ledger, registry);
    }

    /** Returns these with traces. */
    public EngineParts withTraces(Traces value) {
        return new EngineParts(gate, orderIds, callbacks, metrics, events, limiter, value, ledger, registry);
    }

    /** Returns these with a ledger. */
    public EngineParts withLedger(OrderLedger value) {
        return new EngineParts(
                gate, orderIds, callbacks, metrics, events, limiter, traces, Optional.of(value), registry);
    }

    /** Returns these with a registry. */
    public EngineParts withRegistry(SaleRegistry value) {
        return new EngineParts(gate, orderIds, callbacks, metrics, events, limiter, traces, ledger, Optional.of(value));
    }
}
