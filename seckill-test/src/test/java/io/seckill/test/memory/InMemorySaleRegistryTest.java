package io.seckill.test.memory;

import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.SaleRegistry;
import io.seckill.test.contract.SaleRegistryContract;
import java.time.Clock;

class InMemorySaleRegistryTest extends SaleRegistryContract {

    private final SaleRegistry sales =
            new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), new InMemoryStockGuard());

    @Override
    protected SaleRegistry sales() {
        return sales;
    }
}
