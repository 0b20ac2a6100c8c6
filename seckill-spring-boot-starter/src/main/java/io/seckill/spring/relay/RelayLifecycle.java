package io.seckill.spring.relay;

import io.seckill.relay.OrderRelay;
import io.seckill.spring.internal.Phases;
import org.springframework.context.SmartLifecycle;

/** Starts the relay when everything it needs is there, and stops it before any of that goes. */
record RelayLifecycle(OrderRelay relay) implements SmartLifecycle {

    @Override
    public void start() {
        relay.start();
    }

    @Override
    public void stop() {
        relay.stop();
    }

    @Override
    public boolean isRunning() {
        return relay.status().running();
    }

    @Override
    public int getPhase() {
        return Phases.RELAY;
    }
}
