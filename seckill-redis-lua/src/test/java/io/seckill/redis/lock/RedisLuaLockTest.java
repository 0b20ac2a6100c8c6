package io.seckill.redis.lock;

import io.seckill.redis.Backend;
import io.seckill.redis.RedisKeys;
import io.seckill.spi.DistributedLock;
import io.seckill.test.contract.DistributedLockContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** The contract of the lock, on every driver and kind of server. */
class RedisLuaLockTest {

    @Nested
    class OnLettuce extends Contract {
        OnLettuce() {
            super(Backend.LETTUCE);
        }
    }

    @Nested
    class OnLettuceCluster extends Contract {
        OnLettuceCluster() {
            super(Backend.LETTUCE_CLUSTER);
        }
    }

    @Nested
    class OnSpringDataLettuce extends Contract {
        OnSpringDataLettuce() {
            super(Backend.SPRING_LETTUCE);
        }
    }

    @Nested
    class OnSpringDataJedis extends Contract {
        OnSpringDataJedis() {
            super(Backend.SPRING_JEDIS);
        }
    }

    @Nested
    class OnSpringDataJedisCluster extends Contract {
        OnSpringDataJedisCluster() {
            super(Backend.SPRING_JEDIS_CLUSTER);
        }
    }

    abstract static class Contract extends DistributedLockContract {

        private final RedisLuaLock here;
        private final RedisLuaLock there;

        Contract(Backend backend) {
            here = on(backend);
            there = on(backend.elsewhere());
        }

        private RedisLuaLock on(Backend backend) {
            return new RedisLuaLock(backend.driver(), new RedisKeys("locks", 8), renewalTerm());
        }

        @AfterEach
        void close() {
            here.close();
            there.close();
        }

        @Override
        protected DistributedLock lock() {
            return here;
        }

        @Override
        protected DistributedLock elsewhere() {
            return there;
        }
    }
}
