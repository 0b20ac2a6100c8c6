package io.seckill.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.seckill.redis.driver.LettuceDriver;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.SpringDataDriver;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.redisson.Redisson;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A shared server, or cluster, and a driver to it that lives as long as the JVM. Tests keep apart by sale ids or key prefixes. */
public final class Backend {

    public static final Backend LETTUCE = new Backend(LocalRedis::shared, Backend::lettuce);
    public static final Backend LETTUCE_CLUSTER = new Backend(LocalRedis::sharedCluster, Backend::lettuceCluster);
    public static final Backend SPRING_LETTUCE =
            new Backend(LocalRedis::shared, redis -> spring(new LettuceConnectionFactory(redis.host(), redis.port())));
    public static final Backend SPRING_LETTUCE_CLUSTER =
            new Backend(LocalRedis::sharedCluster, redis -> spring(new LettuceConnectionFactory(cluster(redis))));
    public static final Backend SPRING_JEDIS = new Backend(LocalRedis::shared, redis -> spring(jedis(redis)));
    static final Backend SPRING_REDISSON = new Backend(LocalRedis::shared, Backend::redisson);
    public static final Backend SPRING_JEDIS_CLUSTER =
            new Backend(LocalRedis::sharedCluster, redis -> spring(new JedisConnectionFactory(cluster(redis))));

    public static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Supplier<LocalRedis> server;
    private final Function<LocalRedis, RedisDriver> connect;
    private RedisDriver driver;
    private Backend elsewhere;

    private Backend(Supplier<LocalRedis> server, Function<LocalRedis, RedisDriver> connect) {
        this.server = server;
        this.connect = connect;
    }

    public LocalRedis server() {
        return server.get();
    }

    public synchronized RedisDriver driver() {
        if (driver == null) {
            driver = connect.apply(server());
        }
        return driver;
    }

    /** Returns the same server, or cluster, with a driver of its own, as another JVM would have it. */
    public synchronized Backend elsewhere() {
        if (elsewhere == null) {
            elsewhere = new Backend(server, connect);
        }
        return elsewhere;
    }

    public static RedisDriver lettuce(LocalRedis redis) {
        return LettuceDriver.of(RedisClient.create(redis.uri()), TIMEOUT);
    }

    private static RedisDriver lettuceCluster(LocalRedis redis) {
        return LettuceDriver.of(RedisClusterClient.create(redis.uri()), TIMEOUT);
    }

    static JedisConnectionFactory jedis(LocalRedis redis) {
        return new JedisConnectionFactory(new RedisStandaloneConfiguration(redis.host(), redis.port()));
    }

    private static RedisDriver redisson(LocalRedis redis) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://" + redis.host() + ":" + redis.port());
        return spring((RedisConnectionFactory) new RedissonConnectionFactory(Redisson.create(config)));
    }

    private static RedisClusterConfiguration cluster(LocalRedis redis) {
        return new RedisClusterConfiguration(List.of(redis.nodes().split(",")));
    }

    private static RedisDriver spring(LettuceConnectionFactory factory) {
        factory.afterPropertiesSet();
        factory.start();
        return spring((RedisConnectionFactory) factory);
    }

    static RedisDriver spring(JedisConnectionFactory factory) {
        factory.afterPropertiesSet();
        factory.start();
        return spring((RedisConnectionFactory) factory);
    }

    private static RedisDriver spring(RedisConnectionFactory factory) {
        return new SpringDataDriver(factory, 4, TIMEOUT);
    }
}
