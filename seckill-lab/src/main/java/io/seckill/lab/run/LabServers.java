package io.seckill.lab.run;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.seckill.jdbc.JdbcSchema;
import io.seckill.lab.stage.OwnZooKeeper;
import io.seckill.lab.stage.Servers;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lab's own Redis, database and ZooKeeper: started when first asked for, emptied again and again, gone when closed. Thread-safe. */
public final class LabServers implements AutoCloseable {

    /** Connections of a process: few, as the database of a shop would grant it. */
    static final int CONNECTIONS = 20;

    private static final Logger log = LoggerFactory.getLogger(LabServers.class);
    private static final long CONNECTION_TIMEOUT_MS = 5_000;

    private final Supplier<LocalRedis> startRedis;
    private final Supplier<LocalDatabase> startDatabase;
    private @Nullable LocalRedis redis;
    private @Nullable LocalDatabase database;
    private @Nullable HikariDataSource pool;
    private @Nullable OwnZooKeeper zooKeeper;

    /** Makes servers of its own. */
    public LabServers() {
        this(LocalRedis::start, LocalDatabase::start);
    }

    /** Makes servers that are got from these, and closed with this. */
    public LabServers(Supplier<LocalRedis> startRedis, Supplier<LocalDatabase> startDatabase) {
        this.startRedis = startRedis;
        this.startDatabase = startDatabase;
    }

    synchronized LocalRedis redis() {
        if (redis == null) {
            redis = startRedis.get();
        }
        return redis;
    }

    synchronized LocalDatabase database() {
        if (database == null) {
            database = startDatabase.get();
        }
        return database;
    }

    /** Returns this process' pool. The schema has the tables of the guards. */
    synchronized HikariDataSource pool() {
        if (pool == null) {
            LocalDatabase schema = database();
            HikariDataSource opened = pool(schema.jdbcUrl(), schema.username(), schema.password());
            JdbcSchema.create(opened);
            pool = opened;
        }
        return pool;
    }

    static HikariDataSource pool(String url, String username, String password) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("seckill-lab");
        config.setJdbcUrl(url);
        config.setUsername(username);
        config.setPassword(password);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(CONNECTION_TIMEOUT_MS);
        return new HikariDataSource(config);
    }

    synchronized Servers forStage(LabStage stage) {
        Optional<String> address = Optional.empty();
        if (stage == LabStage.ZOOKEEPER) {
            if (zooKeeper == null) {
                zooKeeper = OwnZooKeeper.start();
            }
            address = Optional.of(zooKeeper.address());
        }
        return new Servers(redis().uri(), pool(), address);
    }

    @Override
    public synchronized void close() {
        closeQuietly(pool);
        closeQuietly(zooKeeper);
        closeQuietly(redis);
        closeQuietly(database);
        pool = null;
        zooKeeper = null;
        redis = null;
        database = null;
    }

    private static void closeQuietly(@Nullable AutoCloseable server) {
        if (server == null) {
            return;
        }
        try {
            server.close();
        } catch (Exception e) {
            log.warn("A server of the lab did not close", e);
        }
    }
}
