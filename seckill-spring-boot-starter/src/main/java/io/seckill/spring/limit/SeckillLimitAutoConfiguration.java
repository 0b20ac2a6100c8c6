package io.seckill.spring.limit;

import io.seckill.limit.PurchaseLimits;
import io.seckill.limit.RateLimit;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.limit.RedisLuaRateLimiter;
import io.seckill.spi.RateLimiter;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SeckillMetrics.LimitKind;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.internal.SeckillStartupException;
import io.seckill.spring.redis.SeckillRedisAutoConfiguration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the limits that the properties name. A {@link RateLimiter} bean of the
 * application takes the place of all of them.
 *
 * @since 0.1
 */
@AutoConfiguration(after = SeckillRedisAutoConfiguration.class)
@ConditionalOnSeckill
@Conditional(OnLimit.class)
@EnableConfigurationProperties(SeckillLimitProperties.class)
public final class SeckillLimitAutoConfiguration {

    private static final String BUCKET4J = "io.github.bucket4j.Bucket";

    @Bean
    @ConditionalOnMissingBean(RateLimiter.class)
    PurchaseLimits seckillLimits(
            SeckillLimitProperties properties,
            ObjectProvider<RedisDriver> driver,
            ObjectProvider<RedisKeys> keys,
            ObjectProvider<SeckillMetrics> metrics,
            ResourceLoader classes,
            Environment environment) {
        Map<LimitKind, RateLimiter> limiters = new EnumMap<>(LimitKind.class);
        properties
                .limits(environment)
                .forEach((kind, limit) -> limiters.put(
                        kind, kind == LimitKind.NODE ? ofNode(limit, classes) : onRedis(kind, limit, driver, keys)));
        return new PurchaseLimits(limiters, metrics.getIfAvailable(() -> SeckillMetrics.NONE));
    }

    private static RateLimiter ofNode(RateLimit limit, ResourceLoader classes) {
        if (!ClassUtils.isPresent(BUCKET4J, classes.getClassLoader())) {
            throw new SeckillStartupException(
                    SeckillLimitProperties.PREFIX + ".node is set, but bucket4j is not on the class path.",
                    "Add com.bucket4j:bucket4j_jdk17-core, which the starter brings unless it is excluded, or do not set it.",
                    null);
        }
        return new Bucket4jRateLimiter(limit);
    }

    private static RateLimiter onRedis(
            LimitKind kind, RateLimit limit, ObjectProvider<RedisDriver> drivers, ObjectProvider<RedisKeys> names) {
        RedisDriver driver = drivers.getIfAvailable();
        RedisKeys keys = names.getIfAvailable();
        if (driver == null || keys == null) {
            throw new SeckillStartupException(
                    SeckillLimitProperties.PREFIX + "." + kind.name().toLowerCase(Locale.ROOT)
                            + " is set, but Redis is not used, where it is kept.",
                    "Use a gate with Redis, or limit each node with " + SeckillLimitProperties.PREFIX
                            + ".node, or define a RateLimiter bean.",
                    null);
        }
        return switch (kind) {
            case BUYER -> RedisLuaRateLimiter.ofEachBuyer(driver, keys, limit);
            case ADDRESS -> RedisLuaRateLimiter.ofEachAddress(driver, keys, limit);
            default -> RedisLuaRateLimiter.ofCluster(driver, keys, limit);
        };
    }
}
