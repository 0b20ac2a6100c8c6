package io.seckill.spring.order;

import io.seckill.order.OrderSweep;
import io.seckill.spring.internal.Phases;
import org.springframework.context.SmartLifecycle;

/** Starts the sweep when everything it needs is there, and stops it before any of that goes. */
record SweepLifecycle(OrderSweep sweep) implements SmartLifecycle {

    @Override
    public void start() {
        sweep.start();
    }

    @Override
    public void stop() {
        sweep.stop();
    }

    @Override
    public boolean isRunning() {
        return sweep.status().running();
    }

    @Override
    public int getPhase() {
        return Phases.RELAY;
    }
}
