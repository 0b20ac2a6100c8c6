package io.seckill.spring.gate;

import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.memory.InMemoryStripedLock;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.RedisLuaOnePerUserGuard;
import io.seckill.redis.RedisLuaSaleRegistry;
import io.seckill.redis.RedisLuaStockGuard;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.lock.RedisLuaLock;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.spring.internal.KeepSettled;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.ApplicationContext;

/** Makes the parts that are named. */
final class GateParts {

    private final ApplicationContext context;
    private final GateBackends backends;

    GateParts(ApplicationContext context) {
        this.context = context;
        this.backends = new GateBackends(context);
    }

    StockGuard stockGuard(StockGuardKind kind) {
        Choice choice = new Choice(SeckillComposedGateProperties.STOCK_GUARD, kind);
        return switch (kind) {
            case REDIS_LUA -> new RedisLuaStockGuard(backends.redis(choice), keys());
            case JDBC_CONDITIONAL -> jdbc(choice).conditionalStockGuard();
            case JDBC_VERSIONED -> jdbc(choice).versionedStockGuard();
            case JDBC_FOR_UPDATE -> jdbc(choice).forUpdateStockGuard();
            case IN_MEMORY -> new InMemoryStockGuard();
        };
    }

    OnePerUserGuard onePerUserGuard(OnePerUserGuardKind kind) {
        Choice choice = new Choice(SeckillComposedGateProperties.ONE_PER_USER_GUARD, kind);
        return switch (kind) {
            case REDIS_LUA -> new RedisLuaOnePerUserGuard(backends.redis(choice), keys());
            case JDBC -> jdbc(choice).onePerUserGuard();
            case IN_MEMORY -> new InMemoryOnePerUserGuard();
        };
    }

    DistributedLock lock(LockKind kind) {
        Choice choice = new Choice(SeckillComposedGateProperties.LOCK, kind);
        return switch (kind) {
            case NONE, BEAN ->
                throw choice.impossible(
                        "there is no DistributedLock bean.",
                        "Define a bean of type io.seckill.spi.DistributedLock, or name another lock.",
                        null);
            case IN_MEMORY -> new InMemoryStripedLock();
            case REDIS_LUA -> new RedisLuaLock(backends.redis(choice), keys());
            case JDBC_ROW -> jdbc(choice).rowLock();
            case JDBC_NAMED -> jdbc(choice).namedLock();
        };
    }

    /** Returns a registry of windows, states and limits: in Redis for all nodes if it is used, else in this JVM. */
    SaleRegistry definitions() {
        if (!backends.usesRedis()) {
            return new InMemorySaleRegistry(context.getBeanProvider(Clock.class).getIfUnique(Clock::systemUTC));
        }
        Duration keepSettled = context.getBean(KeepSettled.class).time();
        return new RedisLuaSaleRegistry(context.getBean(RedisDriver.class), keys(), keepSettled);
    }

    private JdbcParts jdbc(Choice choice) {
        return new JdbcParts(backends.database(choice));
    }

    private RedisKeys keys() {
        return context.getBean(RedisKeys.class);
    }
}
