package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.test.contract.OrderAnnouncementsContract;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contract of announcements, on every kind of server, between two connections. */
class RedisOrderAnnouncementsTest {

    private static final RedisKeys KEYS = new RedisKeys("announcements", 8);

    @Test
    void throwsNothingWhenRedisIsGone() {
        LocalRedis redis = LocalRedis.start();
        RedisDriver driver = Backend.lettuce(redis);
        redis.close();

        assertThatCode(() -> new RedisOrderAnnouncements(driver, KEYS).announce(List.of(Samples.orderId())))
                .doesNotThrowAnyException();
        driver.close();
        assertThatCode(() -> new RedisOrderAnnouncements(driver, KEYS).announce(List.of(Samples.orderId())))
                .doesNotThrowAnyException();
    }

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
    class OnSpringDataJedis extends Contract {
        OnSpringDataJedis() {
            super(Backend.SPRING_JEDIS);
        }
    }

    abstract static class Contract extends OrderAnnouncementsContract {

        private final Backend backend;
        private boolean elsewhere;

        Contract(Backend backend) {
            this.backend = backend;
        }

        @Override
        protected OrderAnnouncements node() {
            elsewhere = !elsewhere;
            return new RedisOrderAnnouncements((elsewhere ? backend.elsewhere() : backend).driver(), KEYS);
        }
    }
}
