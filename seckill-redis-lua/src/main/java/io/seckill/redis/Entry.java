package io.seckill.redis;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.OrderId;
import io.seckill.ReleaseReason;
import io.seckill.RequestKey;
import io.seckill.Reservation;
import io.seckill.SaleId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a holding is written in Redis: {@code order[*quantity][=requestKey][+][!releaseReason]}, the quantity only if above 1, the
 * {@code +} if it is paid. No id can hold one of the signs. Several are joined by commas. Sale and buyer are told by where it stands.
 */
final class Entry {

    private static final char QUANTITY = '*';
    private static final char REQUEST_KEY = '=';
    private static final char PAID = '+';
    private static final char RELEASED = '!';
    private static final String SEPARATOR = ",";

    private Entry() {}

    static String of(Reservation reservation) {
        if (reservation.quantity() == 1 && reservation.requestKey().isEmpty()) {
            return reservation.order().value();
        }
        StringBuilder entry = new StringBuilder(reservation.order().value());
        if (reservation.quantity() > 1) {
            entry.append(QUANTITY).append(reservation.quantity());
        }
        reservation.requestKey().ifPresent(key -> entry.append(REQUEST_KEY).append(key));
        return entry.toString();
    }

    static String of(Holding holding) {
        String entry = holding.paid() ? of(holding.reservation()) + PAID : of(holding.reservation());
        return holding.released().map(reason -> entry + RELEASED + reason.tag()).orElse(entry);
    }

    static String ofAll(List<Holding> holdings) {
        return holdings.stream().map(Entry::of).collect(Collectors.joining(SEPARATOR));
    }

    /**
     * Returns what an entry says.
     *
     * @throws IllegalArgumentException if it is no entry
     */
    static Holding parse(SaleId sale, BuyerId buyer, String entry) {
        String rest = entry;
        Optional<ReleaseReason> released = after(rest, RELEASED).map(ReleaseReason::new);
        rest = before(rest, RELEASED);
        boolean paid = rest.indexOf(PAID) >= 0;
        rest = before(rest, PAID);
        Optional<RequestKey> key = after(rest, REQUEST_KEY).map(RequestKey::new);
        rest = before(rest, REQUEST_KEY);
        int quantity = after(rest, QUANTITY).map(Integer::valueOf).orElse(1);
        OrderId order = new OrderId(before(rest, QUANTITY));
        return new Holding(new Reservation(sale, buyer, order, quantity, key), released, paid);
    }

    /** Returns what entries joined by commas say, none if the string is empty. */
    static List<Holding> parseAll(SaleId sale, BuyerId buyer, String entries) {
        List<Holding> holdings = new ArrayList<>();
        for (String entry : split(entries)) {
            holdings.add(parse(sale, buyer, entry));
        }
        return holdings;
    }

    /** Returns the order ids in a list joined by commas. */
    static List<OrderId> orders(String joined) {
        return split(joined).stream().map(OrderId::new).toList();
    }

    private static List<String> split(String joined) {
        return joined.isEmpty() ? List.of() : List.of(joined.split(SEPARATOR));
    }

    private static Optional<String> after(String text, char sign) {
        int at = text.indexOf(sign);
        return at < 0 ? Optional.empty() : Optional.of(text.substring(at + 1));
    }

    private static String before(String text, char sign) {
        int at = text.indexOf(sign);
        return at < 0 ? text : text.substring(0, at);
    }
}
