package io.seckill.sample.web;

import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;

/** Turns what a caller sent into the library's words. What those refuse is answered 400, in their message: it names value and rule. */
public final class Input {

    private Input() {}

    /** Returns what was parsed; wrap nothing else, for a bug of ours is not the caller's fault. */
    public static <T> T valid(Supplier<T> parse) {
        try {
            return parse.get();
        } catch (IllegalArgumentException e) {
            throw Problems.of(HttpStatus.BAD_REQUEST, Objects.requireNonNullElse(e.getMessage(), "bad input"));
        }
    }
}
