package io.seckill.sample.web;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what is wrong with a body that is no JSON, or not the JSON we expect, without telling about our classes. */
final class JsonTrouble {

    private static final Pattern TWICE = Pattern.compile("Duplicate Object property \"(.*?)\"");

    private JsonTrouble() {}

    static String explain(HttpMessageNotReadableException e) {
        if (e.getCause() instanceof UnrecognizedPropertyException unknown) {
            return "there is no field '" + unknown.getPropertyName() + "'; known are " + unknown.getKnownPropertyIds();
        }
        if (e.getCause() instanceof MismatchedInputException mismatch
                && mismatch.getPath().isEmpty()) {
            return "the body must be an object";
        }
        if (e.getCause() instanceof InvalidFormatException format) {
            Object value = format.getValue() instanceof String text ? "'" + text + "'" : format.getValue();
            return field(format) + " must be " + kind(format) + ", but was " + value;
        }
        if (e.getCause() instanceof MismatchedInputException mismatch) {
            boolean nothing = mismatch.getOriginalMessage().startsWith("Cannot map `null`");
            return field(mismatch) + (nothing ? " is missing" : " must be " + kind(mismatch));
        }
        if (e.getCause() instanceof InputCoercionException coercion) {
            return field(coercion) + " is too large a number";
        }
        if (e.getCause() instanceof StreamReadException broken) {
            Matcher twice = TWICE.matcher(broken.getOriginalMessage());
            return twice.find() ? "field '" + twice.group(1) + "' is there twice" : "the body is not well-formed JSON";
        }
        return e.getCause() instanceof JacksonException
                ? "the body is not well-formed JSON of an object"
                : "the body is missing";
    }

    private static String field(JacksonException e) {
        return e.getPath().get(e.getPath().size() - 1).getPropertyName();
    }

    private static String kind(MismatchedInputException e) {
        Class<?> type = e.getTargetType();
        if (type == null) {
            return "of another kind";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a whole number, not in quotes";
        }
        return Instant.class.equals(type) ? "an instant such as 2026-12-12T20:00:00Z" : "text";
    }
}
