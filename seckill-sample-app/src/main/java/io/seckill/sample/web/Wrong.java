package io.seckill.sample.web;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a field of a body, a parameter or a header: in words, and as a code with its bounds, so that a page can say it in words
 * of its own.
 *
 * @param code what it is; stays what it is
 * @param rule what is allowed, in words that follow the name of the field
 * @param value what was sent; none if nothing was
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Wrong(
        String field,
        String code,
        @JsonIgnore String rule,
        @Nullable Object value,
        @Nullable Object min,
        @Nullable Object max) {

    static final String NOT_WHOLE = "NOT_WHOLE";

    private static final int SHOWN = 64;

    /** Cuts the value and takes out of it what nobody could see. */
    public Wrong {
        value = value instanceof String text ? shown(text) : value;
    }

    /** Returns what is wrong where there are no bounds to tell. */
    public static Wrong of(String field, String code, String rule, @Nullable Object value) {
        return new Wrong(field, code, rule, value, null, null);
    }

    static Wrong missing(String field) {
        return of(field, "MISSING", "is missing", null);
    }

    static Wrong outOfRange(String field, @Nullable Object value, Object min, Object max) {
        return new Wrong(field, "OUT_OF_RANGE", "must be " + min + " to " + max, value, min, max);
    }

    static Wrong tooLong(String field, @Nullable Object value, int max) {
        return new Wrong(field, "TOO_LONG", "must have at most " + max + " characters", value, null, max);
    }

    /** Returns that the value is none of the type wanted. */
    static Wrong kind(String field, @Nullable Object value, @Nullable Class<?> wanted) {
        if (wanted == null) {
            return of(field, "NOT_THIS", "must be of another kind", value);
        }
        if (Boolean.class.equals(wanted) || boolean.class.equals(wanted)) {
            return of(field, "NOT_TRUE_OR_FALSE", "must be true or false", value);
        }
        if (Number.class.isAssignableFrom(wanted) || wanted.isPrimitive()) {
            return of(field, NOT_WHOLE, "must be a whole number", value);
        }
        if (Object.class.equals(wanted)) {
            return of(field, "NOT_AN_OBJECT", "must be an object", value);
        }
        if (wanted.isEnum()) {
            return of(field, "NOT_ONE_OF", "must be one of " + List.of(wanted.getEnumConstants()), value);
        }
        if (Iterable.class.isAssignableFrom(wanted)) {
            return of(field, "NOT_A_LIST", "must be a list", value);
        }
        return Instant.class.equals(wanted)
                ? of(field, "NOT_AN_INSTANT", "must be an instant such as 2026-12-12T20:00:00Z", value)
                : of(field, "NOT_TEXT", "must be text", value);
    }

    /** Returns the same, with what it is instead where that cannot be shown. */
    Wrong not(String other) {
        return of(field, code, rule + ", not " + other, value);
    }

    String words() {
        if (value == null) {
            return field + " " + rule;
        }
        return field + " " + rule + ", but was " + (value instanceof String ? "'" + value + "'" : value);
    }

    /** Returns the text without control characters and halves of characters, and no more of it than helps. */
    static String shown(String text) {
        String seen = Problems.visible(text);
        return seen.length() <= SHOWN ? seen : seen.substring(0, SHOWN) + "...";
    }
}
