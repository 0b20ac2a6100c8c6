package io.seckill.test.memory;

import io.seckill.memory.InMemoryStripedLock;
import io.seckill.spi.DistributedLock;
import io.seckill.test.contract.DistributedLockContract;

class InMemoryStripedLockTest extends DistributedLockContract {

    private final DistributedLock lock = new InMemoryStripedLock();

    @Override
    protected DistributedLock lock() {
        return lock;
    }

    @Override
    protected DistributedLock elsewhere() {
        return lock;
    }
}
