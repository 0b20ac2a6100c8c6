package io.seckill.lab.run;

import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Reads off the servers what a stage cost them, on a connection of its own. */
final class ServerMeter implements AutoCloseable {

    private static final String ROW_LOCKS =
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Innodb_row_lock_waits', 'Innodb_row_lock_time')";

    private final LocalRedis redis;
    private final SingleConnectionDataSource connection;
    private final JdbcTemplate jdbc;

    ServerMeter(LocalRedis redis, LocalDatabase database) {
        this.redis = redis;
        connection = new SingleConnectionDataSource(database.jdbcUrl(), database.username(), database.password(), true);
        jdbc = new JdbcTemplate(connection);
    }

    void emptyRedis() {
        redis.command("FLUSHALL");
    }

    /** Returns what the servers have done in their life, of these Redis commands. */
    Spent read(Set<String> commands) {
        Map<String, Long> rowLocks = new HashMap<>();
        jdbc.query(ROW_LOCKS, row -> {
            rowLocks.put(row.getString(1), row.getLong(2));
        });
        return new Spent(
                calls(commands),
                rowLocks.getOrDefault("Innodb_row_lock_waits", 0L),
                rowLocks.getOrDefault("Innodb_row_lock_time", 0L));
    }

    private long calls(Set<String> commands) {
        String all = (String) Objects.requireNonNull(redis.command("INFO", "commandstats"));
        return all.lines()
                .filter(line -> commands.stream().anyMatch(name -> line.startsWith("cmdstat_" + name + ":calls=")))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1, line.indexOf(','))))
                .sum();
    }

    Map<String, String> versions() {
        return Map.of(
                "Redis",
                redis.info("redis_version"),
                "database",
                Objects.requireNonNull(jdbc.queryForObject("SELECT VERSION()", String.class)));
    }

    @Override
    public void close() {
        connection.destroy();
    }

    /**
     * What was spent.
     *
     * @param redisCalls round trips to Redis
     * @param rowLockWaits how often the database let somebody wait for a row
     * @param rowLockMillis how long, all together
     */
    record Spent(long redisCalls, long rowLockWaits, long rowLockMillis) {

        static final Spent NOTHING = new Spent(0, 0, 0);

        Spent since(Spent before) {
            return new Spent(
                    redisCalls - before.redisCalls,
                    rowLockWaits - before.rowLockWaits,
                    rowLockMillis - before.rowLockMillis);
        }
    }
}
