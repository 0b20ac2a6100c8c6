package io.seckill.benchmarks.contender;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The floor: a DECR for each purchase, sent {@value #TOGETHER} at a time by callers that do not wait. It knows neither buyers nor
 * orders, so it sells nothing.
 */
final class BareDecr implements Contender {

    private static final String STOCK = "{bare}stock";
    private static final int TOGETHER = 50;

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> single;
    private final StatefulRedisConnection<String, String> pipeline;
    /** Nobody waits long for the last ones, which do not fill a pipeline. */
    private final Future<?> flushing;

    private final AtomicLong submitted = new AtomicLong();

    BareDecr(String redis) {
        client = RedisClient.create(redis);
        single = client.connect();
        pipeline = client.connect();
        pipeline.setAutoFlushCommands(false);
        flushing = client.getResources()
                .eventExecutorGroup()
                .scheduleAtFixedRate(pipeline::flushCommands, 1, 1, TimeUnit.MILLISECONDS);
    }

    @Override
    public String name() {
        return Contenders.BARE_DECR;
    }

    @Override
    public void open(long stock) {
        single.sync().set(STOCK, Long.toString(stock));
    }

    @Override
    public Answer buy(String buyer) {
        return answer(single.async().decr(STOCK).toCompletableFuture().join());
    }

    @Override
    public void submit(String buyer, Consumer<Answer> answered) {
        pipeline.async()
                .decr(STOCK)
                .whenComplete((left, error) -> answered.accept(error == null ? answer(left) : Answer.FAILED));
        if (submitted.incrementAndGet() % TOGETHER == 0) {
            pipeline.flushCommands();
        }
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
        flushing.cancel(false);
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
