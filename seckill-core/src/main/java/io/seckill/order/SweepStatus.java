package io.seckill.order;

import java.util.Optional;

/**
 * How a sweep is doing.
 *
 * @param running whether it was started and not stopped
 * @param failing what does not work at the moment, empty if all is well
 * @since 0.1
 */
public record SweepStatus(boolean running, Optional<String> failing) {}
