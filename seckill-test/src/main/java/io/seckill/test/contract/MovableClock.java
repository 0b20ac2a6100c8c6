package io.seckill.test.contract;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The system's clock, which a test can put forward. Thread-safe.
 *
 * @since 0.1
 */
public final class MovableClock extends Clock {

    private volatile Clock clock = Clock.systemUTC();

    /** Puts the clock forward. */
    public synchronized void pass(Duration time) {
        clock = Clock.offset(clock, time);
    }

    @Override
    public Instant instant() {
        return clock.instant();
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
