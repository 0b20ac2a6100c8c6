package io.seckill.redis;

import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SaleRegistry;
import io.seckill.test.contract.SaleRegistryContract;
import io.seckill.test.contract.SoldCountContract;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** The contracts of gate and registry, on every driver and kind of server. */
class RedisLuaGateTest {

    @Nested
    class OnLettuce extends Gate {
        OnLettuce() {
            super(Backend.LETTUCE);
        }
    }

    @Nested
    class OnLettuceCluster extends Gate {
        OnLettuceCluster() {
            super(Backend.LETTUCE_CLUSTER);
        }
    }

    @Nested
    class OnSpringDataLettuce extends Gate {
        OnSpringDataLettuce() {
            super(Backend.SPRING_LETTUCE);
        }
    }

    @Nested
    class OnSpringDataLettuceCluster extends Gate {
        OnSpringDataLettuceCluster() {
            super(Backend.SPRING_LETTUCE_CLUSTER);
        }
    }

    @Nested
    class OnSpringDataJedis extends Gate {
        OnSpringDataJedis() {
            super(Backend.SPRING_JEDIS);
        }
    }

    @Nested
    class OnSpringDataRedisson extends Gate {
        OnSpringDataRedisson() {
            super(Backend.SPRING_REDISSON);
        }
    }

    @Nested
    class OnSpringDataJedisCluster extends Gate {
        OnSpringDataJedisCluster() {
            super(Backend.SPRING_JEDIS_CLUSTER);
        }
    }

    @Nested
    class RegistryOnLettuce extends Registry {
        RegistryOnLettuce() {
            super(Backend.LETTUCE);
        }
    }

    @Nested
    class RegistryOnLettuceCluster extends Registry {
        RegistryOnLettuceCluster() {
            super(Backend.LETTUCE_CLUSTER);
        }
    }

    @Nested
    class RegistryOnSpringDataJedis extends Registry {
        RegistryOnSpringDataJedis() {
            super(Backend.SPRING_JEDIS);
        }
    }

    abstract static class Gate extends SoldCountContract {

        private final RedisKeys keys = new RedisKeys("gate", 8);
        private final Backend backend;

        Gate(Backend backend) {
            this.backend = backend;
        }

        @Override
        protected AdmissionGate gate() {
            return new RedisLuaGate(backend.driver(), keys);
        }

        @Override
        protected SaleRegistry sales() {
            return new RedisLuaSaleRegistry(backend.driver(), keys);
        }

        @Override
        protected List<Reservation> handedOver(SaleId sale) {
            return Outboxes.of(backend.server(), keys, sale);
        }
    }

    abstract static class Registry extends SaleRegistryContract {

        private final Backend backend;

        Registry(Backend backend) {
            this.backend = backend;
        }

        @Override
        protected SaleRegistry sales() {
            return new RedisLuaSaleRegistry(backend.driver(), new RedisKeys("registry", 8));
        }
    }
}
