package io.seckill.spring.gate;

import io.seckill.spring.internal.SeckillStartupException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The name of a part, and the property in which it stands. */
record Choice(String property, Enum<?> value) {

    /** Returns what to throw if the part cannot be had. */
    SeckillStartupException impossible(String why, String action, @Nullable Throwable cause) {
        String name = value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new SeckillStartupException(property + " is '" + name + "', but " + why, action, cause);
    }
}
