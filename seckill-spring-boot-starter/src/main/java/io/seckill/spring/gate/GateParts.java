package io.seckill.spring.gate;

import io.seckill.jdbc.JdbcConditionalStockGuard;
import io.seckill.jdbc.JdbcForUpdateStockGuard;
import io.seckill.jdbc.JdbcOnePerUserGuard;
import io.seckill.jdbc.JdbcVersionedStockGuard;
import io.seckill.jdbc.lock.JdbcNamedLock;
import io.seckill.jdbc.lock.JdbcRowLock;
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
import java.time.Clock;
import org.springframework.context.ApplicationContext;

/**
 * Makes the parts that are named.
 *
 * <p>Refers to classes that may not be there. It asks the backends first, so that what is missing is named.
 */
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
            case JDBC_CONDITIONAL -> new JdbcConditionalStockGuard(backends.database(choice));
            case JDBC_VERSIONED -> new JdbcVersionedStockGuard(backends.database(choice));
            case JDBC_FOR_UPDATE -> new JdbcForUpdateStockGuard(backends.database(choice));
            case IN_MEMORY -> new InMemoryStockGuard();
        };
    }

    OnePerUserGuard onePerUserGuard(OnePerUserGuardKind kind) {
        Choice choice = new Choice(SeckillComposedGateProperties.ONE_PER_USER_GUARD, kind);
        return switch (kind) {
            case REDIS_LUA -> new RedisLuaOnePerUserGuard(backends.redis(choice), keys());
            case JDBC -> new JdbcOnePerUserGuard(backends.database(choice));
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
            case JDBC_ROW -> new JdbcRowLock(backends.database(choice));
            case JDBC_NAMED -> new JdbcNamedLock(backends.database(choice));
        };
    }

    /** Returns a registry of windows, states and limits: in Redis for all nodes if it is used, else in this JVM. */
    SaleRegistry definitions() {
        return backends.usesRedis()
                ? new RedisLuaSaleRegistry(context.getBean(RedisDriver.class), keys())
                : new InMemorySaleRegistry(context.getBeanProvider(Clock.class).getIfUnique(Clock::systemUTC));
    }

    private RedisKeys keys() {
        return context.getBean(RedisKeys.class);
    }
}
