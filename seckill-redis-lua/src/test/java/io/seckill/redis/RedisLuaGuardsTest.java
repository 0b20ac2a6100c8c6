package io.seckill.redis;

import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.StockGuard;
import io.seckill.test.contract.OnePerUserGuardContract;
import io.seckill.test.contract.StockGuardContract;
import org.junit.jupiter.api.Nested;

/** The contracts of the guards. */
class RedisLuaGuardsTest {

    private static final RedisKeys KEYS = new RedisKeys("guards", 8);

    @Nested
    class Stock extends StockGuardContract {
        @Override
        protected StockGuard guard() {
            return new RedisLuaStockGuard(Backend.LETTUCE.driver(), KEYS);
        }
    }

    @Nested
    class StockOnCluster extends StockGuardContract {
        @Override
        protected StockGuard guard() {
            return new RedisLuaStockGuard(Backend.LETTUCE_CLUSTER.driver(), KEYS);
        }
    }

    @Nested
    class OnePerUser extends OnePerUserGuardContract {
        @Override
        protected OnePerUserGuard guard() {
            return new RedisLuaOnePerUserGuard(Backend.LETTUCE.driver(), KEYS);
        }
    }

    @Nested
    class OnePerUserOnCluster extends OnePerUserGuardContract {
        @Override
        protected OnePerUserGuard guard() {
            return new RedisLuaOnePerUserGuard(Backend.LETTUCE_CLUSTER.driver(), KEYS);
        }
    }
}
