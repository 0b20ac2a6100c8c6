package io.seckill.test.relay;

import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** Remembers orders as a ledger would, unless the script of the moment does something else first. */
final class ScriptedSink implements OrderSink {

    final Map<OrderId, Reservation> orders = new ConcurrentHashMap<>();
    final Queue<List<Reservation>> calls = new ConcurrentLinkedQueue<>();
    final Set<OrderId> storedTwice = ConcurrentHashMap.newKeySet();
    private volatile Function<List<Reservation>, List<Delivery>> script = this::store;

    /** From now on each call is answered by this. */
    void answer(Function<List<Reservation>, List<Delivery>> newScript) {
        script = newScript;
    }

    /** From now on calls with such an order fail as a whole. */
    void poison(OrderId order, Runnable failure) {
        answer(reservations -> {
            if (reservations.stream()
                    .anyMatch(reservation -> reservation.order().equals(order))) {
                failure.run();
            }
            return store(reservations);
        });
    }

    void work() {
        script = this::store;
    }

    @Override
    public List<Delivery> deliver(List<Reservation> reservations) {
        calls.add(reservations);
        return script.apply(reservations);
    }

    List<Delivery> store(List<Reservation> reservations) {
        return reservations.stream().map(this::store).toList();
    }

    Delivery store(Reservation reservation) {
        if (orders.putIfAbsent(reservation.order(), reservation) == null) {
            return Delivery.stored();
        }
        storedTwice.add(reservation.order());
        return Delivery.alreadyStored();
    }

    long callsWith(OrderId order) {
        return calls.stream()
                .filter(call -> call.stream()
                        .anyMatch(reservation -> reservation.order().equals(order)))
                .count();
    }
}
