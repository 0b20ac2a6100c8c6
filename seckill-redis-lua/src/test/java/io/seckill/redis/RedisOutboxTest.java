package io.seckill.redis;

import io.seckill.spi.Outbox;
import io.seckill.test.contract.DeadLetterBoxContract;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Nested;

/** The contract of the outbox, on every driver and kind of server. */
class RedisOutboxTest {

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

    abstract static class Contract extends DeadLetterBoxContract {

        private final RedisKeys keys = new RedisKeys("outbox-" + UUID.randomUUID(), 4);
        private final Backend backend;

        Contract(Backend backend) {
            this.backend = backend;
        }

        @Override
        protected Outbox node(Duration takeOver) {
            return new RedisOutbox(backend.driver(), keys, takeOver);
        }
    }
}
