package io.seckill.spi;

import io.seckill.Origin;
import java.util.Optional;

/**
 * Carries the trace of a purchase through the outbox to the order sink, on whichever node that is called. Thread-safe; throws nothing.
 *
 * @since 0.1
 */
public interface Traces {

    /** Nothing is traced. */
    Traces NONE = new Traces() {

        @Override
        public Optional<String> current() {
            return Optional.empty();
        }

        @Override
        public OrderSink around(OrderSink sink) {
            return sink;
        }
    };

    /**
     * Returns the trace of this thread as a W3C {@code traceparent}; empty if there is none, or it is not sampled. Called for every purchase
     * on its caller's thread: it must not block.
     */
    Optional<String> current();

    /** Returns this sink, called within the traces of the reservations it gets, which are their {@link Origin#trace()}. */
    OrderSink around(OrderSink sink);
}
