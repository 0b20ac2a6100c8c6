package io.seckill.benchmarks.contender;

import io.seckill.engine.EngineConfig;
import java.time.Duration;
import java.util.List;

/** Makes contenders by name. */
public final class Contenders {

    /** The usual tutorial pattern. */
    public static final String USUAL = "usual";

    /** The gate, for callers that wait. */
    public static final String GATE = "gate";

    /** The same gate, for callers that do not wait. */
    public static final String GATE_ASYNC = "gate-async";

    /** The gate with one purchase in each call. */
    public static final String GATE_UNBATCHED = "gate-unbatched";

    /** The parts of a gate within this JVM. */
    public static final String IN_MEMORY = "in-memory";

    /** A script that does nothing: what the wire and Redis allow. */
    public static final String BARE = "bare-evalsha";

    /** The gate's script without the engine. */
    public static final String BARE_PURCHASE = "bare-purchase";

    /** A lock for each buyer around single commands. */
    public static final String REDISSON_LOCK = "redisson-lock";

    /** All names. */
    public static final List<String> ALL =
            List.of(USUAL, BARE, BARE_PURCHASE, GATE_UNBATCHED, GATE, GATE_ASYNC, IN_MEMORY, REDISSON_LOCK);

    /** One purchase in each call, and as many calls under way as there are callers. */
    private static final EngineConfig UNBATCHED =
            new EngineConfig(1, 2_000, 10_000, Duration.ofSeconds(1), Duration.ofSeconds(1));

    private Contenders() {}

    /**
     * Connects a contender.
     *
     * @throws IllegalArgumentException if no contender has this name
     */
    public static Contender connect(String name, Servers servers) {
        String redis = servers.redis();
        return switch (name) {
            case USUAL -> new UsualPattern(redis);
            case GATE, GATE_ASYNC -> new Gate(name, redis, EngineConfig.DEFAULT);
            case GATE_UNBATCHED -> new Gate(name, redis, UNBATCHED);
            case IN_MEMORY -> new InMemoryGate();
            case BARE -> new BareCall(redis);
            case BARE_PURCHASE -> new BarePurchase(redis);
            case REDISSON_LOCK -> new RedissonLock(redis);
            default -> throw new IllegalArgumentException("there is no contender " + name);
        };
    }
}
