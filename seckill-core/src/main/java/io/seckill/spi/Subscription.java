package io.seckill.spi;

/**
 * Ends a listener's life when closed.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

    /** Stops calling the listener. Closing twice is harmless. */
    @Override
    void close();
}
