package io.seckill.load;

import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.util.List;
import java.util.Optional;

/**
 * Redis and database of both shops: those that are named, else own ones as the demo starts them. The shops share them, which is fair, as
 * only one of them is asked at a time: in Redis their keys differ, in the database they have a schema each.
 */
final class Servers implements AutoCloseable {

    private final String redisHost;
    private final String redisPort;
    private final Optional<LocalRedis> redis;
    private final LocalDatabase database;

    private Servers(String redisHost, String redisPort, Optional<LocalRedis> redis, LocalDatabase database) {
        this.redisHost = redisHost;
        this.redisPort = redisPort;
        this.redis = redis;
        this.database = database;
    }

    static Servers start(Options options) {
        options.database().ifPresent(named -> {
            System.setProperty("seckill.test.database", named.url());
            System.setProperty("seckill.test.database.username", named.user());
            System.setProperty("seckill.test.database.password", named.password());
        });
        LocalDatabase database = LocalDatabase.shared();
        if (options.redis().isPresent()) {
            String[] parts = options.redis().get().split(":");
            return new Servers(parts[0], parts[1], Optional.empty(), database);
        }
        LocalRedis own = LocalRedis.start("--appendonly", "yes");
        return new Servers(own.host(), Integer.toString(own.port()), Optional.of(own), database);
    }

    LocalDatabase newSchema() {
        return database.newSchema();
    }

    /** Returns the settings that lead a shop to Redis and to its schema. */
    List<String> settings(LocalDatabase schema) {
        return List.of(
                "--spring.data.redis.host=" + redisHost,
                "--spring.data.redis.port=" + redisPort,
                "--spring.datasource.url=" + schema.jdbcUrl(),
                "--spring.datasource.username=" + schema.username(),
                "--spring.datasource.password=" + schema.password(),
                "--spring.datasource.hikari.connection-timeout=30000");
    }

    @Override
    public void close() {
        redis.ifPresent(LocalRedis::close);
        database.close();
    }
}
