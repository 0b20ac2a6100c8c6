package io.seckill.engine;

/**
 * How busy an engine is at this moment. Both figures are sums over all sales, cheap to read, and stale when read.
 *
 * @since 0.1
 */
public interface EngineLoad {

    /** Returns how many purchases wait to be sent, at least 0. */
    int queued();

    /** Returns how many gate calls are under way, at least 0. */
    int callsInFlight();
}
