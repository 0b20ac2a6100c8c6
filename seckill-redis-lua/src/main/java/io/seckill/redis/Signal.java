package io.seckill.redis;

import io.seckill.SaleId;
import java.util.Optional;
import java.util.OptionalInt;

/** The announcements on the one channel that all nodes listen to. */
final class Signal {

    private static final String OUTBOX = "outbox ";
    private static final String STOCK = "stock ";

    private Signal() {}

    /** Says that something was put into an empty partition of the outbox. */
    static String outbox(int partition) {
        return OUTBOX + partition;
    }

    /** Says that stock came back to a sale. */
    static String stock(SaleId sale) {
        return STOCK + sale;
    }

    /** Returns the partition that a message is about, empty if it is about something else. */
    static OptionalInt partitionOf(String message) {
        return message.startsWith(OUTBOX)
                ? OptionalInt.of(Integer.parseInt(message.substring(OUTBOX.length())))
                : OptionalInt.empty();
    }

    /** Returns the sale that a message is about, empty if it is about something else. */
    static Optional<SaleId> saleOf(String message) {
        return message.startsWith(STOCK)
                ? Optional.of(new SaleId(message.substring(STOCK.length())))
                : Optional.empty();
    }
}
