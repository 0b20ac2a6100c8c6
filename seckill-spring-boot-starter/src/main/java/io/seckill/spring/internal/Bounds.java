package io.seckill.spring.internal;

import java.time.Duration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Checks values of properties; a complaint names the property, the value and the bounds.
 *
 * @since 0.1
 */
public final class Bounds {

    private Bounds() {}

    /** Refuses a number outside the bounds. */
    public static void within(String property, int value, int min, int max) {
        if (value < min || value > max) {
            throw new InvalidConfigurationPropertyValueException(
                    property,
                    value,
                    max == Integer.MAX_VALUE ? "Use at least " + min + "." : "Use " + min + " to " + max + ".");
        }
    }

    /** Refuses a duration outside the bounds. */
    public static void within(String property, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new InvalidConfigurationPropertyValueException(
                    property, value, "Use " + min.toSeconds() + " to " + max.toSeconds() + " seconds.");
        }
    }

    /** Refuses a number below 1. */
    public static void atLeastOne(String property, int value) {
        within(property, value, 1, Integer.MAX_VALUE);
    }

    /** Refuses a negative duration. */
    public static void notNegative(String property, Duration value) {
        if (value.isNegative()) {
            throw new InvalidConfigurationPropertyValueException(property, value, "Use zero or more.");
        }
    }

    /** Refuses a duration that is shorter. */
    public static void atLeast(String property, Duration value, Duration min) {
        if (value.compareTo(min) < 0) {
            throw new InvalidConfigurationPropertyValueException(
                    property, value, "Use at least " + min.toMillis() + " ms.");
        }
    }

    /** Refuses a duration of zero or less. */
    public static void positive(String property, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new InvalidConfigurationPropertyValueException(property, value, "Use more than zero.");
        }
    }
}
