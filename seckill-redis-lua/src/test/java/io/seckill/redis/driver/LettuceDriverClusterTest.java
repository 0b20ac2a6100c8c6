package io.seckill.redis.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LettuceDriverClusterTest {

    private static final LuaScript COUNT = LuaScript.of("count.lua", "return { redis.call('INCR', KEYS[1]) }");

    @Test
    void followsASlotToAnotherNode() {
        try (LocalRedis cluster = LocalRedis.startCluster();
                RedisClusterClient client = RedisClusterClient.create(cluster.uri());
                RedisDriver driver = LettuceDriver.of(client, Duration.ofSeconds(10))) {
            assertThat(count(driver, "a{0}")).isEqualTo(1);
            cluster.commandAt(ownerOf(cluster, "{0}"), "DEL", "a{0}");

            int slot = SlotHash.getSlot("{0}");
            int newOwner = cluster.ports().stream()
                    .filter(port -> port != ownerOf(cluster, "{0}"))
                    .findFirst()
                    .orElseThrow();
            String newOwnerId = String.valueOf(cluster.commandAt(newOwner, "CLUSTER", "MYID"));
            cluster.ports()
                    .forEach(port ->
                            cluster.commandAt(port, "CLUSTER", "SETSLOT", Integer.toString(slot), "NODE", newOwnerId));

            assertThat(count(driver, "a{0}")).isEqualTo(1);
            assertThat(cluster.commandAt(newOwner, "GET", "a{0}")).isEqualTo("1");
        }
    }

    @Test
    void reachesEveryNode() {
        try (LocalRedis cluster = LocalRedis.startCluster();
                RedisClusterClient client = RedisClusterClient.create(cluster.uri());
                RedisDriver driver = LettuceDriver.of(client, Duration.ofSeconds(10))) {
            IntStream.range(0, 30).forEach(i -> count(driver, "key-" + i));

            assertThat(cluster.ports())
                    .allSatisfy(port ->
                            assertThat((Long) cluster.commandAt(port, "DBSIZE")).isPositive());
        }
    }

    private static long count(RedisDriver driver, String key) {
        return driver.eval(COUNT, List.of(key), List.of())
                .toCompletableFuture()
                .join()
                .number(0);
    }

    private static int ownerOf(LocalRedis cluster, String key) {
        return cluster.ports().stream()
                .filter(port -> owns(cluster, port, key))
                .findFirst()
                .orElseThrow();
    }

    private static boolean owns(LocalRedis cluster, int port, String key) {
        try {
            cluster.commandAt(port, "EXISTS", key);
            return true;
        } catch (IllegalStateException moved) {
            return false;
        }
    }
}
