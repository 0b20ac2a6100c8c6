package io.seckill.spring.internal;

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

    String action() {
        return action;
    }
}
