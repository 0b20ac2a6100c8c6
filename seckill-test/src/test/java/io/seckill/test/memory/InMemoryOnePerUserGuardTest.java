package io.seckill.test.memory;

import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.test.contract.OnePerUserGuardContract;

class InMemoryOnePerUserGuardTest extends OnePerUserGuardContract {

    private final InMemoryOnePerUserGuard guard = new InMemoryOnePerUserGuard();

    @Override
    protected OnePerUserGuard guard() {
        return guard;
    }
}
