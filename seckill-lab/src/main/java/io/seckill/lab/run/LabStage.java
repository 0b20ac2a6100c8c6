package io.seckill.lab.run;

import com.fasterxml.jackson.annotation.JsonValue;
import io.seckill.lab.stage.Contenders;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The stages that can be tried, in the order in which people come upon them. */
public enum LabStage {
    /** Read, check, write, and nobody remembered. */
    NO_PROTECTION("A1", Contenders.NO_PROTECTION, true),
    /** One conditional update. */
    CONDITIONAL_UPDATE("A2", Contenders.CONDITIONAL, false),
    /** A version column. */
    VERSION("A3", Contenders.VERSIONED, false),
    /** A row lock. */
    FOR_UPDATE("A4", Contenders.FOR_UPDATE, false),
    /** A lock for each buyer in one JVM. */
    JVM_LOCK("A5", Contenders.JVM_LOCK, true),
    /** A lock for each buyer that anybody deletes. */
    SET_NX("A6", Contenders.SET_NX, true),
    /** The same with an owner. */
    OWNED_LOCK("A7", Contenders.REDIS_LUA_LOCK, false),
    /** Redisson's lock, renewed. */
    REDISSON("A8", Contenders.REDISSON_LOCKED_GATE, false),
    /** A lock in ZooKeeper. */
    ZOOKEEPER("A9", Contenders.ZOOKEEPER_LOCK, false),
    /** One script for each purchase. */
    LUA_GATE("A10", Contenders.GATE_UNBATCHED, false),
    /** One script for all purchases that wait. */
    LUA_GATE_BATCHED("A11", Contenders.GATE, false);

    private final String number;
    private final String contender;
    private final boolean broken;

    LabStage(String number, String contender, boolean broken) {
        this.number = number;
        this.contender = contender;
        this.broken = broken;
    }

    /** Returns the name under which callers know it, such as {@code for-update}. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns its number on the way, such as {@code A4}. */
    public String number() {
        return number;
    }

    /** Returns whether there are settings under which it sells too much or to a buyer twice. */
    public boolean broken() {
        return broken;
    }

    String contender() {
        return contender;
    }

    /**
     * Returns the stage with this id.
     *
     * @throws IllegalArgumentException if there is none; the message names all
     */
    public static LabStage of(String id) {
        return Arrays.stream(values())
                .filter(stage -> stage.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no stage '" + id + "'; known are "
                        + Arrays.stream(values()).map(LabStage::id).collect(Collectors.joining(", "))));
    }
}
