package io.seckill.redis.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The array that a script returned. Whoever asks for an element names the type expected; anything else is an error, never a guess.
 *
 * @since 0.1
 */
public final class Reply {

    private final List<? extends @Nullable Object> items;

    private Reply(List<? extends @Nullable Object> items) {
        this.items = items;
    }

    /**
     * Returns the reply made of what a client library gave: a list of numbers, strings, byte arrays, nulls and such lists.
     *
     * @throws IllegalArgumentException if it is anything else, or an exception lies in it
     */
    public static Reply of(@Nullable Object raw) {
        if (raw instanceof List<?> list) {
            return new Reply(normalised(list));
        }
        throw new IllegalArgumentException("a script must return an array, but this one returned " + raw);
    }

    /** Wraps a list that is normalised already. */
    static Reply ofNormalised(List<? extends @Nullable Object> items) {
        return new Reply(items);
    }

    /** Returns the number of elements. */
    public int size() {
        return items.size();
    }

    /** Returns whether an element is nil. */
    public boolean isNull(int index) {
        return at(index) == null;
    }

    /** Returns an element that is a string, or a number as a string. */
    public String text(int index) {
        Object item = at(index);
        if (item instanceof String || item instanceof Long) {
            return item.toString();
        }
        throw unexpected(index, "a string");
    }

    /** Returns an element that is an integer, or a string of one. */
    public long number(int index) {
        Object item = at(index);
        if (item instanceof Long number) {
            return number;
        }
        try {
            return Long.parseLong(text(index));
        } catch (NumberFormatException e) {
            throw unexpected(index, "an integer");
        }
    }

    /** Returns an element that is an array. */
    public Reply list(int index) {
        if (at(index) instanceof List<?> list) {
            return new Reply(list);
        }
        throw unexpected(index, "an array");
    }

    @Override
    public String toString() {
        return items.toString();
    }

    private @Nullable Object at(int index) {
        if (index >= items.size()) {
            throw unexpected(index, "an element");
        }
        return items.get(index);
    }

    private IllegalStateException unexpected(int index, String wanted) {
        return new IllegalStateException("expected " + wanted + " at " + index + " of the script's reply " + items);
    }

    private static List<@Nullable Object> normalised(List<?> raw) {
        List<@Nullable Object> items = new ArrayList<>(raw.size());
        for (Object item : raw) {
            items.add(normalised(item));
        }
        return items;
    }

    private static @Nullable Object normalised(@Nullable Object item) {
        if (item == null || item instanceof String || item instanceof Long) {
            return item;
        }
        if (item instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (item instanceof List<?> list) {
            return normalised(list);
        }
        if (item instanceof Exception error) {
            throw new IllegalArgumentException("the script returned an error among its results", error);
        }
        throw new IllegalArgumentException(
                "a script returned " + item.getClass().getName() + ": " + item);
    }
}
