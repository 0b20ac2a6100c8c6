package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link OrderSink} promises, whatever it does with the orders: an answer for each, and one order for each id however often
 * it is delivered.
 *
 * @since 0.1
 */
public abstract class OrderSinkContract {

    /** Returns the sink under test; the same one, or one that shares its state, at every call. */
    protected abstract OrderSink sink();

    /** Makes a sale known to the sink, if the sink must know sales. */
    protected abstract void opened(Sale sale);

    /** Returns the orders of this sale that somebody behind the sink sees now, each as often as it is there. */
    protected abstract Collection<Reservation> stored(Sale sale);

    @Test
    void storesWhatIsDelivered() {
        Sale sale = open(10, 1);
        Reservation reservation = Samples.one(sale.id(), Samples.buyer(1));

        assertThat(sink().deliver(List.of(reservation))).containsExactly(Delivery.stored());
        assertThat(stored(sale)).containsExactly(reservation);
    }

    @Test
    void storesARedeliveredReservationOnce() {
        Sale sale = open(10, 1);
        Reservation reservation = Samples.one(sale.id(), Samples.buyer(1));
        sink().deliver(List.of(reservation));

        assertThat(sink().deliver(List.of(reservation))).hasSize(1).allMatch(OrderSinkContract::done);
        assertThat(stored(sale)).containsExactly(reservation);
    }

    @Test
    void storesAReservationOnceThatComesTwiceInOneCall() {
        Sale sale = open(10, 1);
        Reservation reservation = Samples.one(sale.id(), Samples.buyer(1));
        Reservation other = Samples.one(sale.id(), Samples.buyer(2));

        List<Delivery> deliveries = sink().deliver(List.of(reservation, other, reservation));

        assertThat(deliveries).hasSize(3).allMatch(OrderSinkContract::done);
        assertThat(stored(sale)).containsExactlyInAnyOrder(reservation, other);
    }

    @Test
    void takesSeveralSalesInOneCall() {
        Sale one = open(10, 1);
        Sale other = open(10, 1);
        List<Reservation> mixed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            mixed.add(Samples.one(one.id(), Samples.buyer(i)));
            mixed.add(Samples.one(other.id(), Samples.buyer(i)));
        }

        assertThat(sink().deliver(mixed)).hasSize(10).allMatch(OrderSinkContract::done);
        assertThat(stored(one)).hasSize(5);
        assertThat(stored(other)).hasSize(5);
    }

    @Test
    void storesALargeCall() {
        Sale sale = open(2_000, 1);
        List<Reservation> many = reservations(sale, 2_000);

        assertThat(sink().deliver(many)).hasSize(2_000).allMatch(OrderSinkContract::done);
        assertThat(stored(sale)).containsExactlyInAnyOrderElementsOf(many);
    }

    @Test
    void aStampedeOfOverlappingCallsStoresEachReservationOnce() {
        Sale sale = open(1_000, 1);
        List<Reservation> all = reservations(sale, 120);

        // every reservation is in the calls of four threads
        List<List<Delivery>> answers = Stampede.of(12, number -> sink().deliver(slice(all, number * 10, 40)));

        assertThat(answers)
                .allSatisfy(deliveries -> assertThat(deliveries).hasSize(40).allMatch(OrderSinkContract::done));
        assertThat(stored(sale)).containsExactlyInAnyOrderElementsOf(all);
    }

    /** Returns an open sale that the sink knows. */
    protected final Sale open(long total, int limit) {
        Sale sale = Samples.openSale(total, limit);
        opened(sale);
        return sale;
    }

    static List<Reservation> reservations(Sale sale, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> Samples.one(sale.id(), Samples.buyer(number)))
                .toList();
    }

    /** Returns a part of the list, going on at its start when it ends. */
    static <T> List<T> slice(List<T> all, int from, int size) {
        return IntStream.range(from, from + size)
                .mapToObj(i -> all.get(i % all.size()))
                .toList();
    }

    static boolean done(Delivery delivery) {
        return delivery instanceof Delivery.Stored || delivery instanceof Delivery.AlreadyStored;
    }
}
