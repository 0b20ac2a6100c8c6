package io.seckill.lab.stage;

import io.lettuce.core.RedisURI;
import io.seckill.jdbc.lock.JdbcNamedLock;
import io.seckill.jdbc.lock.JdbcRowLock;
import io.seckill.lab.broken.BrokenJvmLock;
import io.seckill.lab.broken.BrokenSetNx;
import io.seckill.memory.InMemoryStripedLock;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.lock.RedisLuaLock;
import io.seckill.redis.redisson.RedissonDistributedLock;
import io.seckill.spi.DistributedLock;
import java.util.Set;
import java.util.function.BiFunction;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Makes locks by name. */
public final class Locks {

    private static final RedisKeys KEYS = RedisKeys.defaults();

    private Locks() {}

    /**
     * Connects a lock.
     *
     * @throws IllegalArgumentException if no lock has this name
     */
    public static ConnectedLock connect(String name, Servers servers) {
        return switch (name) {
            case "in-memory" -> alone(new InMemoryStripedLock());
            case "broken-jvm" -> alone(new BrokenJvmLock());
            case "jdbc-row" -> alone(new JdbcRowLock(servers.database()));
            case "jdbc-named" -> alone(new JdbcNamedLock(servers.database()));
            case "redis-lua" -> redisLua(servers.redis());
            case "redisson-plain" -> redisson(servers.redis(), RedissonDistributedLock::plain);
            case "redisson-fair" -> redisson(servers.redis(), RedissonDistributedLock::fair);
            case "redisson-fenced" -> redisson(servers.redis(), RedissonDistributedLock::fenced);
            case "zookeeper" -> servers.zooKeeper().map(OwnZooKeeper::lockAt).orElseGet(OwnZooKeeper::lock);
            case "broken-set-nx" -> brokenSetNx(servers.redis());
            default -> throw new IllegalArgumentException("there is no lock " + name);
        };
    }

    private static ConnectedLock alone(DistributedLock lock) {
        return new ConnectedLock(lock, Set.of(), () -> {});
    }

    private static ConnectedLock redisLua(String redis) {
        Link link = new Link(redis);
        RedisLuaLock lock = new RedisLuaLock(link.driver, KEYS);
        return new ConnectedLock(lock, Set.of("evalsha", "eval"), () -> {
            lock.close();
            link.close();
        });
    }

    private static ConnectedLock redisson(
            String redis, BiFunction<RedissonClient, RedisKeys, RedissonDistributedLock> kind) {
        RedissonClient client = connectRedisson(redis);
        return new ConnectedLock(kind.apply(client, KEYS), Set.of("evalsha", "eval"), client::shutdown);
    }

    static RedissonClient connectRedisson(String redis) {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer().setAddress(redis);
        return Redisson.create(config);
    }

    private static ConnectedLock brokenSetNx(String redis) {
        LettuceConnectionFactory factory = connectSpring(redis);
        return new ConnectedLock(
                new BrokenSetNx(new StringRedisTemplate(factory)), Set.of("set", "del"), factory::destroy);
    }

    static LettuceConnectionFactory connectSpring(String redis) {
        RedisURI address = RedisURI.create(redis);
        LettuceConnectionFactory factory =
                new LettuceConnectionFactory(new RedisStandaloneConfiguration(address.getHost(), address.getPort()));
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }
}
