package io.seckill.load.tutorial;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.StreamOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** The one thread that makes orders of messages, one by one. */
@Component
class VoucherOrderConsumer implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(VoucherOrderConsumer.class);
    private static final String GROUP = "g1";
    private static final StreamReadOptions ONE =
            StreamReadOptions.empty().count(1).block(Duration.ofSeconds(2));

    private final StringRedisTemplate redis;
    private final StreamOperations<String, String, String> stream;
    private final VoucherOrderService orders;
    private final Thread thread = new Thread(this::run, "voucher-orders");
    private volatile boolean running;

    VoucherOrderConsumer(StringRedisTemplate redis, VoucherOrderService orders) {
        this.redis = redis;
        this.stream = redis.opsForStream();
        this.orders = orders;
    }

    @Override
    public void start() {
        redis.opsForStream().createGroup(VoucherOrderService.ORDERS, ReadOffset.from("0"), GROUP);
        running = true;
        thread.start();
    }

    private void run() {
        while (running) {
            try {
                for (MapRecord<String, String, String> message : read()) {
                    store(message.getValue());
                    stream.acknowledge(GROUP, message);
                }
            } catch (DataAccessException e) {
                if (running) {
                    log.error("A message could not be made an order", e);
                }
            }
        }
    }

    private void store(Map<String, String> message) {
        orders.createOrder(
                Long.parseLong(value(message, "id")),
                Long.parseLong(value(message, "voucherId")),
                value(message, "userId"));
    }

    private static String value(Map<String, String> message, String field) {
        String value = message.get(field);
        if (value == null) {
            throw new IllegalStateException("a message without " + field + ": " + message);
        }
        return value;
    }

    @SuppressWarnings("unchecked") // Spring declares an array of a generic type
    private List<MapRecord<String, String, String>> read() {
        List<MapRecord<String, String, String>> read = stream.read(
                Consumer.from(GROUP, "c1"),
                ONE,
                StreamOffset.create(VoucherOrderService.ORDERS, ReadOffset.lastConsumed()));
        return read == null ? List.of() : read;
    }

    @Override
    public void stop() {
        running = false;
        thread.interrupt();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
