package io.seckill.benchmarks.compare;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads off Redis what it spent, and empties it, on a connection of its own. */
final class RedisMeter implements AutoCloseable {

    private static final Pattern CLIENT_MEMORY = Pattern.compile("tot-mem=([0-9]+)");

    private final RedisClient client;
    private final RedisCommands<String, String> redis;

    RedisMeter(String uri) {
        client = RedisClient.create(uri);
        StatefulRedisConnection<String, String> connection = client.connect();
        connection.setTimeout(Duration.ofMinutes(1)); // emptying a large server takes its time
        redis = connection.sync();
    }

    /** Refuses a server that has anything in it: it would be lost. */
    void checkEmpty() {
        long keys = redis.dbsize();
        if (keys > 0) {
            throw new IllegalStateException("the comparison empties its Redis again and again, but this one has " + keys
                    + " keys; use another");
        }
    }

    void empty() {
        redis.flushall();
    }

    String version() {
        return field(fields("server"), "redis_version");
    }

    /** Returns the bytes in use, without the buffers of connections: those grow and shrink by themselves. */
    long memory() {
        long buffers = CLIENT_MEMORY
                .matcher(redis.clientList())
                .results()
                .mapToLong(each -> Long.parseLong(each.group(1)))
                .sum();
        return Long.parseLong(field(fields("memory"), "used_memory")) - buffers;
    }

    Reading read() {
        Map<String, String> cpu = fields("cpu");
        double seconds =
                Double.parseDouble(field(cpu, "used_cpu_user")) + Double.parseDouble(field(cpu, "used_cpu_sys"));
        return new Reading(seconds * 1e6, fields("commandstats"));
    }

    private Map<String, String> fields(String section) {
        Map<String, String> fields = new HashMap<>();
        redis.info(section).lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return fields;
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalStateException("INFO of this Redis has no " + name);
        }
        return value;
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }

    /**
     * What Redis has spent in its life.
     *
     * @param cpuMicros processor time of the whole server, user and system
     * @param commands the lines of {@code INFO commandstats}
     */
    record Reading(double cpuMicros, Map<String, String> commands) {

        /** Returns how often these commands ran. */
        long calls(Set<String> names) {
            return Math.round(
                    names.stream().mapToDouble(name -> stat(name, "calls")).sum());
        }

        /** Returns the time within scripts. */
        double scriptMicros() {
            return stat("evalsha", "usec") + stat("eval", "usec");
        }

        private double stat(String command, String name) {
            String line = commands.getOrDefault("cmdstat_" + command, "");
            for (String part : line.split(",")) {
                if (part.startsWith(name + "=")) {
                    return Double.parseDouble(part.substring(name.length() + 1));
                }
            }
            return 0;
        }
    }
}
