package io.seckill.spring.redis;

import io.seckill.redis.RedisKeys;
import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * How Redis is used. Where it is, Boot's own properties say.
 *
 * @param connectionFactory Name of the RedisConnectionFactory bean to use; needed only if there are several and none is primary.
 * @param driver How commands travel: pipelined on a Lettuce connection of our own, or through any Spring Data connection factory.
 * @param keyPrefix Start of every key. Applications that share a Redis use different ones.
 * @param partitions Hash tags that sales are spread over, 1 to 1024. Fixed at the first start for as long as the data lives.
 * @param timeout How long a call to Redis may take.
 * @param threads Calls under way at once with the spring-data driver; each uses one connection and one thread.
 * @param takeOver How long a parcel of the outbox may lie still with a node before another node takes it over, at least
 *     100 ms; the same on all nodes.
 * @param keepSettled How long the data of a sale is kept after it was settled, at least 1 s.
 * @param requiredOnStart Whether the application refuses to start while Redis cannot be reached. If not, it starts, refuses purchases
 *     and connects as soon as Redis is there.
 */
@ConfigurationProperties(SeckillRedisProperties.PREFIX)
record SeckillRedisProperties(
        @Nullable String connectionFactory,
        @DefaultValue("auto") DriverKind driver,
        @DefaultValue(RedisKeys.DEFAULT_PREFIX) String keyPrefix,
        @DefaultValue("" + RedisKeys.DEFAULT_PARTITIONS) int partitions,
        @DefaultValue("2s") Duration timeout,
        @DefaultValue("8") int threads,
        @DefaultValue("10s") Duration takeOver,
        @DefaultValue("24h") Duration keepSettled,
        @DefaultValue("true") boolean requiredOnStart) {

    static final String PREFIX = "seckill.redis";
    static final String CONNECTION_FACTORY = PREFIX + ".connection-factory";
    static final String DRIVER = PREFIX + ".driver";
    static final String PARTITIONS = PREFIX + ".partitions";
    static final String KEY_PREFIX = PREFIX + ".key-prefix";
    static final String REQUIRED_ON_START = PREFIX + ".required-on-start";

    SeckillRedisProperties {
        Bounds.positive(PREFIX + ".timeout", timeout);
        Bounds.atLeastOne(PREFIX + ".threads", threads);
        Bounds.atLeast(PREFIX + ".take-over", takeOver, Duration.ofMillis(100));
        Bounds.atLeast(PREFIX + ".keep-settled", keepSettled, Duration.ofSeconds(1));
        Bounds.within(PARTITIONS, partitions, 1, 1_024);
        try {
            new RedisKeys(keyPrefix, partitions);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationPropertyValueException(KEY_PREFIX, keyPrefix, String.valueOf(e.getMessage()));
        }
    }

    RedisKeys keys() {
        return new RedisKeys(keyPrefix, partitions);
    }
}
