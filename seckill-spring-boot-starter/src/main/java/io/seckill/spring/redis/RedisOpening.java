package io.seckill.spring.redis;

import io.seckill.SeckillUnavailableException;
import io.seckill.redis.Finding;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.RedisStartupCheck;
import io.seckill.redis.driver.LettuceDriver;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.SpringDataDriver;
import io.seckill.spring.internal.SeckillStartupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Opens a driver on the connection factory, and looks whether Redis is fit for selling before anybody uses it. */
record RedisOpening(RedisConnectionFactory factory, RedisKeys keys, SeckillRedisProperties properties) {

    private static final Logger log = LoggerFactory.getLogger(RedisOpening.class);

    /**
     * Returns an open, checked driver.
     *
     * @throws SeckillUnavailableException if Redis cannot be reached
     * @throws SeckillStartupException if it can, but must not be used
     */
    RedisDriver open() {
        RedisDriver driver = connect();
        try {
            new RedisStartupCheck(driver, keys).run().forEach(this::judge);
            return driver;
        } catch (RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    private RedisDriver connect() {
        if (properties.driver() == DriverKind.SPRING_DATA) {
            return new SpringDataDriver(factory, properties.threads(), properties.timeout());
        }
        if (factory instanceof LettuceConnectionFactory lettuce) {
            try {
                return LettuceDriver.of(lettuce, properties.timeout());
            } catch (RuntimeException e) {
                throw SeckillUnavailableException.nothingChanged("Redis cannot be reached: " + e.getMessage(), e);
            }
        }
        if (properties.driver() == DriverKind.LETTUCE) {
            throw new SeckillStartupException(
                    SeckillRedisProperties.DRIVER + " is 'lettuce', but the RedisConnectionFactory is a "
                            + factory.getClass().getName() + ".",
                    "Set " + SeckillRedisProperties.DRIVER
                            + " to spring-data or auto, or name a LettuceConnectionFactory bean in "
                            + SeckillRedisProperties.CONNECTION_FACTORY + ".",
                    null);
        }
        return new SpringDataDriver(factory, properties.threads(), properties.timeout());
    }

    private void judge(Finding finding) {
        if (!finding.fatal()) {
            log.warn(finding.message());
        } else if (finding.code() == Finding.Code.UNREACHABLE) {
            throw SeckillUnavailableException.nothingChanged(finding.message(), null);
        } else {
            throw new SeckillStartupException(finding.message(), action(finding.code()), null);
        }
    }

    private static String action(Finding.Code code) {
        return code == Finding.Code.PARTITIONS_CHANGED
                ? "Set " + SeckillRedisProperties.PARTITIONS + " back to the number in the data, or set another "
                        + SeckillRedisProperties.KEY_PREFIX + "."
                : "Upgrade Redis, or let Boot's spring.data.redis properties point to a newer one.";
    }
}
