package io.seckill.spi;

/**
 * The order sink as a whole is out of order, such as a database that is down. Nothing is wrong with the reservations.
 *
 * @since 0.1
 */
public class SinkUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception. */
    public SinkUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
