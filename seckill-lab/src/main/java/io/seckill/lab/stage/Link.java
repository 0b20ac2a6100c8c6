package io.seckill.lab.stage;

import io.lettuce.core.RedisClient;
import io.seckill.redis.driver.LettuceDriver;
import java.time.Duration;

/** One contender's own connection. */
final class Link implements AutoCloseable {

    final LettuceDriver driver;
    private final RedisClient client;

    Link(String redis) {
        client = RedisClient.create(redis);
        driver = LettuceDriver.of(client, Duration.ofSeconds(10));
    }

    @Override
    public void close() {
        driver.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
