package io.seckill.spring.gate;

import io.seckill.spring.internal.SeckillThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/** Threads of a composed gate, closed with the context. Two pools, since who holds a lock waits for a decision. */
final class GateThreads implements AutoCloseable {

    private final ExecutorService deciding;
    private final ExecutorService locking;

    GateThreads(SeckillThreads threads, int each) {
        this.deciding = threads.executor("seckill-gate-", each);
        this.locking = threads.executor("seckill-lock-", each);
    }

    Executor deciding() {
        return deciding;
    }

    Executor locking() {
        return locking;
    }

    @Override
    public void close() {
        locking.shutdown();
        deciding.shutdown();
    }
}
