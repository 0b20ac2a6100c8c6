package io.seckill.spi;

import io.seckill.Reservation;
import java.util.List;

/**
 * Receives reservations and makes orders of them: a database, a broker, the host's own code.
 *
 * <p>Delivery is at least once, in no promised order: a reservation comes again after a crash, a lost acknowledgement or a retry. An
 * implementation must be idempotent by order id.
 *
 * <p>Throw {@link SinkUnavailableException} for an outage: otherwise a reservation that fails alone, as at low load, is given up after
 * the relay's {@code maxAttempts}, about two minutes with the defaults.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface OrderSink {

    /**
     * Takes reservations, of one or several sales.
     *
     * @param reservations at least one
     * @return one answer for each reservation, in the same order
     * @throws SinkUnavailableException if the sink as a whole is out of order: all of it is tried again, without limit and with growing
     *     pauses, and no attempt is counted against a reservation
     * @throws RuntimeException anything else: the reservations are tried one by one, and those that fail alone are counted
     */
    List<Delivery> deliver(List<Reservation> reservations);
}
