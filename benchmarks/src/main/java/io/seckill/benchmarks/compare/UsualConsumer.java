package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.UsualPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.StreamOperations;
import org.springframework.data.redis.core.StringRedisTemplate;

/** One consumer of the usual pattern's stream. It does not wait for messages: there is a backlog, and waiting would open connections. */
final class UsualConsumer {

    private static final String GROUP = "orders";
    private static final int MANY = 1_000;

    private final StreamOperations<String, String, String> stream;
    private final String name;

    UsualConsumer(StringRedisTemplate redis, String name) {
        this.stream = redis.opsForStream();
        this.name = name;
    }

    /** Makes the group, and returns its first consumer. */
    static UsualConsumer first(StringRedisTemplate redis) {
        redis.opsForStream().createGroup(UsualPattern.ORDERS, ReadOffset.from("0"), GROUP);
        return new UsualConsumer(redis, "c0");
    }

    /** Reads the next message, empty if there is none. */
    Optional<MapRecord<String, String, String>> readOne() {
        return read(1).stream().findFirst();
    }

    void acknowledge(MapRecord<String, String, String> message) {
        stream.acknowledge(GROUP, message);
    }

    /** Reads and acknowledges everything, and returns the ids. */
    List<String> readAndAcknowledgeAll() {
        List<String> ids = new ArrayList<>();
        while (true) {
            String[] some =
                    read(MANY).stream().map(each -> each.getId().getValue()).toArray(String[]::new);
            if (some.length == 0) {
                return ids;
            }
            stream.acknowledge(UsualPattern.ORDERS, GROUP, some);
            ids.addAll(List.of(some));
        }
    }

    void delete(List<String> ids) {
        for (int from = 0; from < ids.size(); from += MANY) {
            List<String> some = ids.subList(from, Math.min(from + MANY, ids.size()));
            stream.delete(UsualPattern.ORDERS, some.toArray(String[]::new));
        }
    }

    @SuppressWarnings("unchecked") // Spring declares an array of a generic type
    private List<MapRecord<String, String, String>> read(int count) {
        List<MapRecord<String, String, String>> read = stream.read(
                Consumer.from(GROUP, name),
                StreamReadOptions.empty().count(count),
                StreamOffset.create(UsualPattern.ORDERS, ReadOffset.lastConsumed()));
        return read == null ? List.of() : read;
    }

    static String buyer(Map<String, String> message) {
        return value(message, "userId");
    }

    static String order(Map<String, String> message) {
        return value(message, "id");
    }

    private static String value(Map<String, String> message, String field) {
        String value = message.get(field);
        if (value == null) {
            throw new IllegalStateException("a message without " + field + ": " + message);
        }
        return value;
    }
}
