package io.seckill.lab.stage;

import io.seckill.engine.EngineConfig;
import java.time.Duration;
import java.util.List;
import java.util.Set;

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

    /** The gate's script, called by plain Lettuce. */
    public static final String BARE_PURCHASE = "bare-purchase";

    /** A lock for each buyer around single commands. */
    public static final String REDISSON_LOCK = "redisson-lock";

    /** A pipelined DECR for each purchase: what one command costs at least. */
    public static final String BARE_DECR = "bare-decr";

    /** Read, check, write, and nobody remembered. */
    public static final String NO_PROTECTION = "broken-no-protection";

    /** One conditional update, and a unique index over buyers. */
    public static final String CONDITIONAL = "jdbc-conditional";

    /** The same with a version column. */
    public static final String VERSIONED = "jdbc-versioned";

    /** The same under a row lock. */
    public static final String FOR_UPDATE = "jdbc-for-update";

    /** A lock for each buyer in this JVM, no unique index. */
    public static final String JVM_LOCK = "jvm-lock";

    /** A lock for each buyer that anybody can delete, no unique index. */
    public static final String SET_NX = "broken-set-nx";

    /** A lock of {@code RedisLuaLock} for each buyer before the conditional update. */
    public static final String REDIS_LUA_LOCK = "redis-lua-lock";

    /** The same with Redisson's plain lock. */
    public static final String REDISSON_LOCKED_GATE = "redisson-locked-gate";

    /** The same with ZooKeeper. */
    public static final String ZOOKEEPER_LOCK = "zookeeper-lock";

    /** The same with a row of the database. */
    public static final String JDBC_ROW_LOCK = "jdbc-row-lock";

    /** Those that every comparison has. */
    public static final List<String> COMPARED =
            List.of(USUAL, BARE, BARE_PURCHASE, GATE_UNBATCHED, GATE, GATE_ASYNC, IN_MEMORY, REDISSON_LOCK);

    /** Those whose callers do not wait. */
    public static final Set<String> ASYNCHRONOUS = Set.of(GATE_ASYNC, BARE_DECR);

    /** The way to the gate, stage by stage, and then what to measure it by. */
    public static final List<Stage> STAGES = List.of(
            new Stage(NO_PROTECTION, "A1", "BROKEN: sells too much, and to buyers twice"),
            new Stage(CONDITIONAL, "A2", ""),
            new Stage(VERSIONED, "A3", ""),
            new Stage(FOR_UPDATE, "A4", ""),
            new Stage(JVM_LOCK, "A5", "BROKEN with two processes, here is one"),
            new Stage(SET_NX, "A6", "BROKEN once a holder is later than its lease"),
            new Stage(REDIS_LUA_LOCK, "A7", ""),
            new Stage(REDISSON_LOCK, "A8", "all in Redis"),
            new Stage(REDISSON_LOCKED_GATE, "A8", ""),
            new Stage(ZOOKEEPER_LOCK, "A9", "one server, in this JVM"),
            new Stage(JDBC_ROW_LOCK, "-", ""),
            new Stage(GATE_UNBATCHED, "A10", ""),
            new Stage(GATE, "A11", ""),
            new Stage(GATE_ASYNC, "A11", ""),
            new Stage(IN_MEMORY, "-", "no server"),
            new Stage(USUAL, "-", "what tutorials teach"),
            new Stage(BARE, "-", "sells nothing"),
            new Stage(BARE_DECR, "-", "sells nothing"));

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
            case IN_MEMORY -> new InMemoryGate();
            case BARE -> new BareCall(redis);
            case BARE_PURCHASE -> new BarePurchase(redis);
            case REDISSON_LOCK -> new RedissonLock(redis);
            case BARE_DECR -> new BareDecr(redis);
            default -> connect(name, servers, Conditions.CALM);
        };
    }

    /**
     * Connects a contender in whose sale several processes can take part.
     *
     * @throws IllegalArgumentException if no such contender has this name
     */
    public static Shareable connect(String name, Servers servers, Conditions conditions) {
        return switch (name) {
            case GATE, GATE_ASYNC ->
                new Gate(name, servers.redis(), EngineConfig.DEFAULT, new Pause(conditions.think()));
            case GATE_UNBATCHED -> new Gate(name, servers.redis(), UNBATCHED, new Pause(conditions.think()));
            default -> DatabaseStages.connect(name, servers, conditions);
        };
    }

    /**
     * A contender as a stage.
     *
     * @param contender its name
     * @param stage the number of the stage
     * @param remark what must be known beside its figures; broken ones are marked
     */
    public record Stage(String contender, String stage, String remark) {}
}
