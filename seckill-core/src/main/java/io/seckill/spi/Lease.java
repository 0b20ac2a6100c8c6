package io.seckill.spi;

import java.util.OptionalLong;

/**
 * A lock that is held. Thread-safe; any thread may close it.
 *
 * @since 0.1
 */
public interface Lease extends AutoCloseable {

    /**
     * Returns a number greater than that of every earlier lease of this name, empty where the backend has none. What is protected can
     * remember the greatest number seen and refuse smaller ones, and so a holder that came too late.
     */
    OptionalLong fencingToken();

    /**
     * Returns whether the lock is still held as far as this process can know, without asking anybody: not closed, its time not over by
     * the local monotonic clock (counted from before the lock was asked for), not lost at a renewal. A "yes" may be stale when it is
     * read.
     */
    boolean isHeld();

    /**
     * Gives the lock back if this lease still holds it, and never takes it from the next holder. Closing twice is harmless. Does not
     * throw: a lock that cannot be given back ends with its lease.
     */
    @Override
    void close();
}
