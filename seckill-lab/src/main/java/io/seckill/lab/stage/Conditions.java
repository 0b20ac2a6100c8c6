package io.seckill.lab.stage;

import java.time.Duration;

/**
 * What makes the holes of a stage visible.
 *
 * @param think a pause between looking at the stock and taking from it, within the lock if there is one; before the purchase where a
 *     stage has no such place
 * @param lease how long a lock is held that is not renewed
 * @param lockWait how long a purchase waits for its lock, unless the stage has reasons of its own
 */
public record Conditions(Duration think, Duration lease, Duration lockWait) {

    /** No pause, a lease that nobody outlasts, and nobody waits. */
    public static final Conditions CALM = new Conditions(Duration.ZERO, Duration.ofSeconds(10), Duration.ZERO);
}
