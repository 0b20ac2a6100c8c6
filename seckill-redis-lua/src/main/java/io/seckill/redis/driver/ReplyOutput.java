package io.seckill.redis.driver;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects a script's reply as nested lists of Long, String and null; empty if the reply is no array. An error in it fails the call. */
final class ReplyOutput extends CommandOutput<String, String, List<@Nullable Object>> {

    private final Deque<Level> open = new ArrayDeque<>();

    private boolean redirected;

    private record Level(List<@Nullable Object> items, int size) {}

    ReplyOutput() {
        super(StringCodec.UTF8, List.of());
    }

    @Override
    public void multi(int count) {
        if (count < 0) {
            add(null);
            return;
        }
        List<@Nullable Object> items = new ArrayList<>(count);
        if (open.isEmpty()) {
            output = items;
        } else {
            open.element().items.add(items);
        }
        open.push(new Level(items, count));
        closeFull();
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        add(bytes == null ? null : codec.decodeValue(bytes));
    }

    @Override
    public void set(long number) {
        add(number);
    }

    @Override
    public void setError(ByteBuffer message) {
        super.setError(message);
        redirected = getError().startsWith("MOVED ") || getError().startsWith("ASK ");
    }

    /** Returns whether a cluster's node has named another since the last question; Lettuce itself forgets it before it sends again. */
    boolean takeRedirection() {
        boolean was = redirected;
        redirected = false;
        return was;
    }

    private void add(@Nullable Object item) {
        if (!open.isEmpty()) {
            open.element().items.add(item);
            closeFull();
        }
    }

    private void closeFull() {
        while (!open.isEmpty() && open.element().items.size() == open.element().size) {
            open.pop();
        }
    }
}
