package io.seckill.test.contract;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The system's clock, which a test can put forward. Thread-safe.
 *
 * @since 0.1
 */
public final class MovableClock extends Clock {

    private final AtomicReference<Clock> clock = new AtomicReference<>(Clock.systemUTC());

    /** Puts the clock forward. */
    public void pass(Duration time) {
        clock.updateAndGet(before -> Clock.offset(before, time));
    }

    @Override
    public Instant instant() {
        return clock.get().instant();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("this clock is only asked for instants");
    }
}
