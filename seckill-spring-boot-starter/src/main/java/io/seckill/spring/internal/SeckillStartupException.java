package io.seckill.spring.internal;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The application must not start as it is configured.
 *
 * @since 0.1
 */
public final class SeckillStartupException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    /**
     * Makes the exception.
     *
     * @param description what is wrong
     * @param action what to do about it
     */
    public SeckillStartupException(String description, String action, @Nullable Throwable cause) {
        super(description, cause);
        this.action = action;
    }

    /** Returns the first of these exceptions among a failure and its causes. */
    public static Optional<SeckillStartupException> in(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(SeckillStartupException.class::isInstance)
                .map(SeckillStartupException.class::cast)
                .findFirst();
    }

    /** Returns what to do about it. */
    public String action() {
        return action;
    }
}
