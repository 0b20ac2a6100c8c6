package io.seckill.redis;

import io.seckill.OrderId;
import io.seckill.Origin;
import io.seckill.Reservation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The traces of a parcel: {@code order=traceparent}, with blanks between. A trace is never worth a failure: what is malformed is left out. */
final class TraceWords {

    static final TraceWords NONE = new TraceWords(Map.of());

    private static final int MAX_LENGTH = 128;

    private final Map<String, String> byOrder;

    private TraceWords(Map<String, String> byOrder) {
        this.byOrder = byOrder;
    }

    /** Returns the traces of these; empty, and nothing is allocated, if none is traced. */
    static String of(List<Reservation> reservations) {
        StringBuilder words = null;
        for (Reservation one : reservations) {
            Optional<String> trace = one.origin().trace();
            if (trace.isPresent() && wellFormed(trace.get())) {
                words = words == null ? new StringBuilder() : words.append(' ');
                words.append(one.order().value()).append('=').append(trace.get());
            }
        }
        return words == null ? "" : words.toString();
    }

    private static boolean wellFormed(String trace) {
        return !trace.isEmpty() && trace.length() <= MAX_LENGTH && trace.chars().allMatch(c -> c > ' ' && c < 127);
    }

    static TraceWords parse(String words) {
        Map<String, String> byOrder = new HashMap<>();
        for (String word : words.split(" ")) {
            int at = word.indexOf('=');
            if (at > 0) {
                byOrder.put(word.substring(0, at), word.substring(at + 1));
            }
        }
        return new TraceWords(byOrder);
    }

    /** Of almost every reservation it is the same object. */
    Origin origin(int epoch, OrderId order) {
        String trace = byOrder.get(order.value());
        return epoch == 0 && trace == null ? Origin.FIRST : new Origin(epoch, Optional.ofNullable(trace));
    }
}
