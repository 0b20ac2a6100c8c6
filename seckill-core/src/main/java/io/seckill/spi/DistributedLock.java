package io.seckill.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * Lets one holder at a time go on, among threads, JVMs and machines that use the same name.
 *
 * <p>A lock over a network makes two holders rare, not impossible: a holder may sleep through the end of its lease, and a server that
 * takes over may not know who held what. So a lock never replaces an atomic step or a unique index behind it; it spares them useless
 * work. Where the protected resource can compare {@link Lease#fencingToken() fencing tokens}, it can refuse the late holder by itself.
 *
 * <p>Whether the thread that holds a lock gets it again is for the implementation to say. A fixed lease and a renewed one exclude each
 * other like two of the same kind.
 *
 * @see <a href="https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html">Kleppmann: How to do distributed locking</a>
 * @since 0.1
 */
@FunctionalInterface
public interface DistributedLock {

    /**
     * Acquires the lock, or gives up.
     *
     * @return the lease, which the caller must close; empty if another held the lock all the time that the request was willing to wait
     * @throws InterruptedException if the thread was interrupted, before or while it waited; it holds nothing then
     * @throws io.seckill.SeckillUnavailableException if the backend gave no usable answer; unless {@code outcomeKnown()}, others may
     *     find the lock held until a lease has passed
     */
    Optional<Lease> tryLock(LockRequest request) throws InterruptedException;

    /**
     * Acquires the lock for a fixed time: it ends by itself, even if the holder is still at work.
     *
     * @see LockRequest#fixed(String, Duration, Duration)
     */
    default Optional<Lease> tryLock(String name, Duration maxWait, Duration lease) throws InterruptedException {
        return tryLock(LockRequest.fixed(name, maxWait, lease));
    }

    /**
     * Acquires the lock until it is closed: it ends by itself only after the holder's process is gone.
     *
     * @see LockRequest#renewed(String, Duration)
     */
    default Optional<Lease> tryLockRenewed(String name, Duration maxWait) throws InterruptedException {
        return tryLock(LockRequest.renewed(name, maxWait));
    }
}
