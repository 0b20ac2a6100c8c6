package io.seckill.lab.stage;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What one command for each purchase costs at least: a DECR, pipelined on one connection by callers that do not wait. It knows neither
 * buyers nor orders, so it sells nothing.
 */
final class BareDecr implements Contender {

    private static final String STOCK = "{bare}stock";

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> redis;

    BareDecr(String uri) {
        client = RedisClient.create(uri);
        redis = client.connect();
    }

    @Override
    public String name() {
        return Contenders.BARE_DECR;
    }

    @Override
    public void open(long stock) {
        redis.sync().set(STOCK, Long.toString(stock));
    }

    @Override
    public Answer buy(String buyer) {
        return answer(redis.async().decr(STOCK).toCompletableFuture().join());
    }

    @Override
    public void submit(String buyer, Consumer<Answer> answered) {
        redis.async()
                .decr(STOCK)
                .whenComplete((left, error) -> answered.accept(error == null ? answer(left) : Answer.FAILED));
    }

    private static Answer answer(long left) {
        return left < 0 ? Answer.SOLD_OUT : Answer.BOUGHT;
    }

    @Override
    public long sold() {
        return 0;
    }

    @Override
    public boolean sells() {
        return false;
    }

    @Override
    public Set<String> commands() {
        return Set.of("decr");
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
