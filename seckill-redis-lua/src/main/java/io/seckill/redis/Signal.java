package io.seckill.redis;

import io.seckill.OrderId;
import io.seckill.SaleId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The announcements on the one channel that all nodes listen to. */
final class Signal {

    private static final String OUTBOX = "outbox ";
    private static final String STOCK = "stock ";
    private static final String ORDERS = "orders ";

    private Signal() {}

    /** Says that something was put into an empty partition of the outbox. */
    static String outbox(int partition) {
        return OUTBOX + partition;
    }

    /** Says that stock came back to a sale. */
    static String stock(SaleId sale) {
        return STOCK + sale;
    }

    /** Says that orders changed. */
    static String orders(List<OrderId> changed) {
        return ORDERS + changed.stream().map(OrderId::value).collect(Collectors.joining(" "));
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

    /** Returns the orders that a message is about, none if it is about something else. */
    static List<OrderId> ordersOf(String message) {
        return message.startsWith(ORDERS)
                ? Stream.of(message.substring(ORDERS.length()).split(" "))
                        .map(OrderId::new)
                        .toList()
                : List.of();
    }
}
