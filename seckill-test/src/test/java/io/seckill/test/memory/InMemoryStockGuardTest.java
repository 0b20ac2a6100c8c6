package io.seckill.test.memory;

import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.StockGuard;
import io.seckill.test.contract.StockGuardContract;

class InMemoryStockGuardTest extends StockGuardContract {

    private final InMemoryStockGuard guard = new InMemoryStockGuard();

    @Override
    protected StockGuard guard() {
        return guard;
    }
}
