package io.seckill.sample.web;

import static java.util.stream.Collectors.joining;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponseException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what is wrong with a body that is no JSON, or not the JSON we expect, without telling about our classes. */
final class JsonTrouble {

    private static final Pattern TWICE = Pattern.compile("Duplicate Object property \"(.*?)\"");
    private static final Pattern TOO_LARGE = Pattern.compile("\\((-?\\d+)\\)");

    /** What was sent, of which only the parser's message tells. */
    private static final Pattern SENT = Pattern.compile(" value \\((.*?)\\)(?: to `.*)?$", Pattern.DOTALL);

    /** What the parser says beside what is unexpected and what it had expected. */
    private static final Pattern ABOUT_ITSELF =
            Pattern.compile(" \\(code \\d+\\)|( \\(start marker|: enable `| \\(\\d+, from `|\\R).*", Pattern.DOTALL);

    private JsonTrouble() {}

    static ErrorResponseException explain(HttpMessageNotReadableException e) {
        Throwable cause = e.getCause();
        if (cause instanceof UnrecognizedPropertyException unknown) {
            return bad("there is no field '" + Wrong.shown(unknown.getPropertyName()) + "'; known are "
                    + unknown.getKnownPropertyIds());
        }
        if (cause instanceof MismatchedInputException mismatch) {
            return mismatch.getPath().isEmpty()
                    ? bad(kind("the body", mismatch, Object.class).words())
                    : Problems.wrong(kind(field(mismatch), mismatch, mismatch.getTargetType()));
        }
        if (cause instanceof InputCoercionException coercion) {
            Matcher number = TOO_LARGE.matcher(coercion.getOriginalMessage());
            String sent = number.find() ? ": " + number.group(1) : "";
            return Problems.wrong(Wrong.of(field(coercion), "TOO_LARGE", "is too large a number" + sent, null));
        }
        if (cause instanceof JacksonException broken) {
            Matcher twice = TWICE.matcher(broken.getOriginalMessage());
            return bad(twice.find() ? "field '" + Wrong.shown(twice.group(1)) + "' is there twice" : malformed(broken));
        }
        return bad("the body is missing; send a JSON object");
    }

    private static Wrong kind(String field, MismatchedInputException e, Class<?> wanted) {
        if (e instanceof InvalidFormatException format) {
            return kind(field, format.getValue(), wanted);
        }
        Matcher sent = SENT.matcher(e.getOriginalMessage());
        if (!sent.find()) {
            return Wrong.missing(field);
        }
        String value = sent.group(1);
        return switch (value) {
            case "token `JsonToken.VALUE_TRUE`" -> Wrong.kind(field, true, wanted);
            case "token `JsonToken.VALUE_FALSE`" -> Wrong.kind(field, false, wanted);
            case "token `JsonToken.START_OBJECT`" ->
                Wrong.kind(field, null, wanted).not("an object");
            case "token `JsonToken.VALUE_STRING`" ->
                Wrong.kind(field, null, wanted).not("text");
            case "token `JsonToken.START_ARRAY`" ->
                Wrong.kind(field, null, wanted).not("a list");
            default ->
                value.matches("(?s)[\"'].*[\"']")
                        ? kind(field, value.substring(1, value.length() - 1), wanted)
                        : Wrong.kind(field, null, wanted).not("a number");
        };
    }

    private static Wrong kind(String field, Object value, Class<?> wanted) {
        Wrong wrong = Wrong.kind(field, value, wanted);
        boolean quoted = value instanceof String && Wrong.NOT_WHOLE.equals(wrong.code());
        return quoted ? wrong.not("in quotes") : wrong;
    }

    private static String malformed(JacksonException e) {
        TokenStreamLocation place = e.getLocation();
        String where = place == null ? "" : ", line " + place.getLineNr() + ", column " + place.getColumnNr();
        return "the body is not well-formed JSON" + where + ": "
                + ABOUT_ITSELF.matcher(e.getOriginalMessage()).replaceAll("");
    }

    /** Returns the name of the field, with where it is in others. */
    private static String field(JacksonException e) {
        return e.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName())
                .collect(joining())
                .substring(1);
    }

    private static ErrorResponseException bad(String detail) {
        return Problems.of(HttpStatus.BAD_REQUEST, detail);
    }
}
