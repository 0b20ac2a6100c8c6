package io.seckill.benchmarks.compare;

/** A server that was given cannot be used. The message names the option, the value and what is wrong with it. */
public final class UnusableServerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    UnusableServerException(String option, String value, RuntimeException cause) {
        super(option + " " + value + " cannot be used: " + innermost(cause), cause);
    }

    private static String innermost(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? String.valueOf(failure.getMessage()) : innermost(cause);
    }
}
