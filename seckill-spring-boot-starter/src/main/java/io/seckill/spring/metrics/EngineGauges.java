package io.seckill.spring.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.engine.EngineLoad;

/** Gauges of the engine, read at each scrape: looking costs nothing. */
final class EngineGauges {

    EngineGauges(EngineLoad engine, MeterRegistry registry) {
        Gauge.builder(SeckillMeters.ENGINE_QUEUED, engine, EngineLoad::queued)
                .description("Purchases that wait on this node to be sent to the gate")
                .register(registry);
        Gauge.builder(SeckillMeters.ENGINE_CALLS, engine, EngineLoad::callsInFlight)
                .description("Calls of the gate under way from this node")
                .register(registry);
    }
}
