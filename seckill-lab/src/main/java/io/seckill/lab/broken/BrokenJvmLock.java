package io.seckill.lab.broken;

import io.seckill.memory.InMemoryStripedLock;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.util.Optional;

/**
 * Broken as soon as there are two processes: a lock for each buyer that only this JVM knows, in front of a database that all share.
 * {@link BrokenCheckThenMark} behind it is right while all purchases of a buyer reach the same process, and lets a buyer have two when
 * they do not. A lock that both processes see, such as {@link io.seckill.redis.lock.RedisLuaLock}, keeps them apart; a unique index does
 * without any.
 */
public final class BrokenJvmLock implements DistributedLock {

    private final DistributedLock ofThisJvm = new InMemoryStripedLock();

    @Override
    public Optional<Lease> tryLock(LockRequest request) throws InterruptedException {
        return ofThisJvm.tryLock(request);
    }
}
