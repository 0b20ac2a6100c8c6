package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Contender;
import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Servers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Where a comparison takes place: the servers, and the contenders, connected when first asked for. For one thread. */
final class Bench implements AutoCloseable {

    private static final Duration FILL_LIMIT = Duration.ofMinutes(1);

    private static final double ENOUGH = 0.95;

    private final Servers servers;
    private final Pace pace;
    private final Consumer<String> progress;
    private final RedisMeter redis;
    private final Map<String, Contender> contenders = new LinkedHashMap<>();

    Bench(Servers servers, Pace pace, Consumer<String> progress) {
        this.servers = servers;
        this.pace = pace;
        this.progress = progress;
        this.redis = new RedisMeter(servers.redis());
    }

    Pace pace() {
        return pace;
    }

    RedisMeter redis() {
        return redis;
    }

    Contender contender(String name) {
        return contenders.computeIfAbsent(name, each -> Contenders.connect(each, servers));
    }

    /** Lets so many different buyers buy from the sale that is open; on a busy machine a few may get no answer in time. */
    Slice fill(Contender contender, Load load, int reservations) throws InterruptedException {
        return fill(contender, load, 0, reservations);
    }

    /** The same, with other buyers than the first. */
    Slice fill(Contender contender, Load load, int skip, int reservations) throws InterruptedException {
        Slice slice = load.run(redis, contender, Buyers.distinct(skip, reservations), FILL_LIMIT);
        long bought = slice.tally().of(Answer.BOUGHT);
        if (bought < reservations * ENOUGH) {
            throw new IllegalStateException(
                    "of " + reservations + " buyers of " + contender.name() + " only " + bought + " bought");
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
