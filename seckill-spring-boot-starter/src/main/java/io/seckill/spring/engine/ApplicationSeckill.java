package io.seckill.spring.engine;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.OrderProgress;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.engine.EngineLoad;
import io.seckill.engine.SeckillEngine;
import io.seckill.spring.internal.Phases;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * An engine that lives as the application does: it takes purchases as soon as it is made, stops before the connections are closed, and
 * is made anew when a paused application goes on.
 */
final class ApplicationSeckill implements Seckill, EngineLoad, SmartLifecycle, AutoCloseable {

    private final Supplier<ExecutorService> callbacks;
    private final Function<Executor, SeckillEngine> engines;
    private volatile @Nullable Running running;

    private record Running(SeckillEngine engine, ExecutorService callbacks) {}

    /**
     * Starts an engine.
     *
     * @param callbacks makes the executor of one engine, shut down after it
     * @param engines makes an engine
     */
    ApplicationSeckill(Supplier<ExecutorService> callbacks, Function<Executor, SeckillEngine> engines) {
        this.callbacks = callbacks;
        this.engines = engines;
        start();
    }

    @Override
    public PurchaseResult buy(PurchaseRequest request) {
        return engine().buy(request);
    }

    @Override
    public CompletionStage<PurchaseResult> submit(PurchaseRequest request) {
        Running now = running;
        return now != null ? now.engine.submit(request) : CompletableFuture.failedFuture(stopped());
    }

    @Override
    public OrderProgress find(OrderId order) {
        return engine().find(order);
    }

    @Override
    public OrderProgress find(OrderId order, BuyerId buyer) {
        return engine().find(order, buyer);
    }

    private SeckillEngine engine() {
        Running now = running;
        if (now == null) {
            throw stopped();
        }
        return now.engine;
    }

    @Override
    public int queued() {
        Running now = running;
        return now == null ? 0 : now.engine.queued();
    }

    @Override
    public int callsInFlight() {
        Running now = running;
        return now == null ? 0 : now.engine.callsInFlight();
    }

    private static SeckillUnavailableException stopped() {
        return SeckillUnavailableException.nothingChanged("the application is stopped", null);
    }

    @Override
    public void start() {
        if (running == null) {
            ExecutorService executor = callbacks.get();
            running = new Running(engines.apply(executor), executor);
        }
    }

    /** Takes no more purchases, and waits for those under way. */
    @Override
    public void stop() {
        Running now = running;
        running = null;
        if (now != null) {
            now.engine.close();
            now.callbacks.shutdown();
        }
    }

    @Override
    public void close() {
        stop();
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    @Override
    public int getPhase() {
        return Phases.ENGINE;
    }
}
