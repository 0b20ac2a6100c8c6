package io.seckill;

/**
 * A caller's own name for one purchase, such as the key of a form; the same key of the same buyer buys once.
 *
 * @param value 1 to 64 characters of {@code A-Z a-z 0-9 - _ . :}
 * @since 0.1
 */
public record RequestKey(String value) {

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException if the value is too long, empty or has another character; the message names it
     */
    public RequestKey {
        Ids.check("request key", value);
    }

    /** Returns the bare value, so that it can stand in messages and URLs. */
    @Override
    public String toString() {
        return value;
    }
}
