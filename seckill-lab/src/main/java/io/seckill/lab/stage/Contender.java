package io.seckill.lab.stage;

import java.util.Set;
import java.util.function.Consumer;

/** A way to sell. Thread-safe for purchases; opening and closing is up to one thread. */
public interface Contender extends AutoCloseable {

    /** Returns the name under which it is reported. */
    String name();

    /** Opens a new sale, one item for each buyer. The server was emptied before. */
    void open(long stock);

    /** Buys one item and waits for the answer. */
    Answer buy(String buyer);

    /** Buys one item and returns at once; the answer comes on any thread, which it must not hold up. */
    default void submit(String buyer, Consumer<Answer> answered) {
        throw new UnsupportedOperationException(name() + " has no asynchronous callers");
    }

    /** Returns how many items its own books say are sold. */
    long sold();

    /** Returns whether it sells at all; one that does not is only a measure for the others. */
    default boolean sells() {
        return true;
    }

    /** Returns what it noticed since it was connected and no other figure tells; mostly nothing. */
    default String observed() {
        return "";
    }

    /** Returns the commands that it sends to Redis, as {@code INFO commandstats} names them, without those inside its scripts. */
    default Set<String> commands() {
        return Set.of("evalsha", "eval");
    }

    @Override
    void close();
}
