package io.seckill.sample.web;

import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;

/** Turns what a caller sent into the library's words. What those refuse is answered 400, in their message: it names value and rule. */
public final class Input {

    /** The library's rule for ids, for the fields of bodies. */
    public static final String ID = "[A-Za-z0-9_.:-]{1,64}";

    /** Text that can be shown, for the fields of bodies: no control characters, no halves of characters. */
    public static final String TEXT = "[^\\p{Cc}\\p{Cs}]*";

    static final String ID_WORDS = "1 to 64 characters of A-Z a-z 0-9 - _ . :";

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private Input() {}

    /** Returns what was parsed; wrap nothing else, for a bug of ours is not the caller's fault. */
    public static <T> T valid(Supplier<T> parse) {
        try {
            return parse.get();
        } catch (IllegalArgumentException e) {
            throw Problems.of(HttpStatus.BAD_REQUEST, Objects.requireNonNullElse(e.getMessage(), "bad input"));
        }
    }

    /** Returns the instant if a sale can have it. */
    public static Instant instant(String field, Instant value) {
        if (value.isBefore(Instant.EPOCH) || value.isAfter(LATEST)) {
            throw Problems.wrong(Wrong.outOfRange(field, value, Instant.EPOCH, LATEST));
        }
        return value;
    }
}
