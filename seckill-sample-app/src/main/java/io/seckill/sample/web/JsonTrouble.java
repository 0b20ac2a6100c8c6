package io.seckill.sample.web;

import java.time.Instant;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what is wrong with a body that is no JSON, or not the JSON we expect, without telling about our classes. */
final class JsonTrouble {

    private JsonTrouble() {}

    static String explain(HttpMessageNotReadableException e) {
        if (e.getCause() instanceof UnrecognizedPropertyException unknown) {
            return "there is no field '" + unknown.getPropertyName() + "'; known are " + unknown.getKnownPropertyIds();
        }
        if (e.getCause() instanceof InvalidFormatException format) {
            return field(format) + " must be " + kind(format) + ", but was '" + format.getValue() + "'";
        }
        if (e.getCause() instanceof MismatchedInputException mismatch
                && !mismatch.getPath().isEmpty()) {
            return field(mismatch) + " must be " + kind(mismatch);
        }
        return e.getCause() instanceof JacksonException
                ? "the body is not well-formed JSON of an object"
                : "the body is missing";
    }

    private static String field(MismatchedInputException e) {
        return e.getPath().get(e.getPath().size() - 1).getPropertyName();
    }

    private static String kind(MismatchedInputException e) {
        Class<?> type = e.getTargetType();
        if (type == null) {
            return "of another kind";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a whole number";
        }
        return Instant.class.equals(type) ? "an instant such as 2026-12-12T20:00:00Z" : "text";
    }
}
