package io.seckill.redis;

import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.gate.LockedGate;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.redis.lock.RedisLuaLock;
import io.seckill.redis.redisson.RedissonDistributedLock;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.test.contract.AdmissionGateContract;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The contract of a gate that is composed of the guards on Redis, alone and behind each kind of lock for each buyer. */
class ComposedGateOnRedisTest {

    private static final RedisKeys KEYS = new RedisKeys("composed", 8);

    @Nested
    class Alone extends Contract {
        @Override
        protected AdmissionGate gate() {
            return composed();
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class BehindRedisLuaLock extends Contract {

        private final RedisLuaLock lock = new RedisLuaLock(Backend.LETTUCE.driver(), KEYS);

        @Override
        protected AdmissionGate gate() {
            return behind(lock);
        }

        @AfterAll
        void close() {
            lock.close();
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class BehindRedisson extends Contract {

        private RedissonClient redisson;

        @BeforeAll
        void connect() {
            Config config = new Config();
            config.useSingleServer().setAddress(Backend.LETTUCE.server().uri());
            redisson = Redisson.create(config);
        }

        @Override
        protected AdmissionGate gate() {
            return behind(RedissonDistributedLock.plain(redisson, KEYS));
        }

        @AfterAll
        void close() {
            redisson.shutdown();
        }
    }

    abstract static class Contract extends AdmissionGateContract {

        private final StockGuard stock = new RedisLuaStockGuard(Backend.LETTUCE.driver(), KEYS);
        private final SaleRegistry sales = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
        private final List<Reservation> handedOver = new CopyOnWriteArrayList<>();
        private final AdmissionGate composed = new ComposedGate(
                sales,
                new RedisLuaOnePerUserGuard(Backend.LETTUCE.driver(), KEYS),
                stock,
                (sale, reservations) -> handedOver.addAll(reservations),
                Runnable::run);

        AdmissionGate composed() {
            return composed;
        }

        AdmissionGate behind(DistributedLock lock) {
            return new LockedGate(
                    composed, lock, Duration.ofSeconds(30), Optional.of(Duration.ofSeconds(30)), Runnable::run);
        }

        @Override
        protected SaleRegistry sales() {
            return sales;
        }

        @Override
        protected List<Reservation> handedOver(SaleId sale) {
            return handedOver.stream()
                    .filter(reservation -> reservation.sale().equals(sale))
                    .toList();
        }
    }
}
