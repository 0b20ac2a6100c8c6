package io.seckill.sample.web;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import org.hibernate.validator.constraints.Range;
import org.springframework.validation.FieldError;

/** Says which rule of our bodies a field breaks, in English for everybody: the validator would ask the header Accept-Language. */
final class FieldRules {

    private FieldRules() {}

    static Wrong explain(FieldError error) {
        String field = error.getField();
        Object value = error.getRejectedValue();
        Annotation rule = error.unwrap(ConstraintViolation.class)
                .getConstraintDescriptor()
                .getAnnotation();
        if (rule instanceof NotNull) {
            return Wrong.missing(field);
        }
        if (rule instanceof NotBlank) {
            return value == null ? Wrong.missing(field) : Wrong.of(field, "BLANK", "must not be blank", value);
        }
        if (rule instanceof Range range) {
            return Wrong.outOfRange(field, value, range.min(), range.max());
        }
        if (rule instanceof Size size) {
            return Wrong.tooLong(field, value, size.max());
        }
        if (rule instanceof Pattern pattern) {
            return pattern.regexp().equals(Input.TEXT)
                    ? Wrong.of(field, "NOT_SHOWABLE", "must not hold control characters", value)
                    : Wrong.of(field, "NOT_AN_ID", "must be " + Input.ID_WORDS, value);
        }
        throw new IllegalStateException("nobody knows how to say " + rule);
    }
}
