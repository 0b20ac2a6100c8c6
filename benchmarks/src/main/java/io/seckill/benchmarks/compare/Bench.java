package io.seckill.benchmarks.compare;

import io.seckill.benchmarks.contender.Answer;
import io.seckill.benchmarks.contender.Contender;
import io.seckill.benchmarks.contender.Contenders;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Where a comparison takes place: the Redis, and the contenders, connected when first asked for. For one thread. */
final class Bench implements AutoCloseable {

    private static final Duration FILL_LIMIT = Duration.ofMinutes(1);

    private final String redisUri;
    private final Pace pace;
    private final Consumer<String> progress;
    private final RedisMeter redis;
    private final Map<String, Contender> contenders = new LinkedHashMap<>();

    Bench(String redisUri, Pace pace, Consumer<String> progress) {
        this.redisUri = redisUri;
        this.pace = pace;
        this.progress = progress;
        this.redis = new RedisMeter(redisUri);
    }

    Pace pace() {
        return pace;
    }

    RedisMeter redis() {
        return redis;
    }

    Contender contender(String name) {
        return contenders.computeIfAbsent(name, each -> Contenders.connect(each, redisUri));
    }

    /** Lets so many different buyers buy from the sale that is open, until all have it. */
    Slice fill(Contender contender, Load load, int reservations) throws InterruptedException {
        return fill(contender, load, 0, reservations);
    }

    /** The same, with other buyers than the first. */
    Slice fill(Contender contender, Load load, int skip, int reservations) throws InterruptedException {
        Slice slice = load.run(redis, contender, Buyers.distinct(skip, reservations), FILL_LIMIT);
        if (slice.tally().of(Answer.BOUGHT) != reservations) {
            throw new IllegalStateException("of " + reservations + " buyers of " + contender.name() + " only "
                    + slice.tally().of(Answer.BOUGHT) + " bought within " + FILL_LIMIT);
        }
        return slice;
    }

    void say(String line) {
        progress.accept(line);
    }

    @Override
    public void close() {
        contenders.values().forEach(Contender::close);
        redis.close();
    }
}
