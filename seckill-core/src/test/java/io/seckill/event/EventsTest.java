package io.seckill.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillListener;
import io.seckill.memory.InMemoryOrderAnnouncements;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.Subscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventsTest {

    private final AtomicInteger dropped = new AtomicInteger();
    private final SeckillMetrics metrics = new SeckillMetrics() {
        @Override
        public void eventDropped() {
            dropped.incrementAndGet();
        }
    };
    private final List<Events> all = new ArrayList<>();
    private final CountDownLatch blocked = new CountDownLatch(1);

    @AfterEach
    void close() {
        blocked.countDown();
        all.forEach(Events::close);
    }

    @Test
    void tellsEveryListenerInOrderOnOneThread() {
        Hearing one = new Hearing();
        Hearing other = new Hearing();
        Events events = events(one, other);

        List<Reservation> told = IntStream.range(0, 100)
                .mapToObj(EventsTest::reservation)
                .peek(each -> events.tell(listener -> listener.stored(each)))
                .toList();

        await().untilAsserted(() -> assertThat(one.stored).containsExactlyElementsOf(told));
        await().untilAsserted(() -> assertThat(other.stored).containsExactlyElementsOf(told));
        assertThat(one.threads).containsOnly("seckill-events");
    }

    @Test
    void aListenerThatThrowsHarmsNothing() {
        Hearing hearing = new Hearing();
        Events events = events(
                new SeckillListener() {
                    @Override
                    public void stored(Reservation reservation) {
                        throw new AssertionError("broken listener");
                    }
                },
                hearing);

        events.tell(listener -> listener.stored(reservation(1)));
        events.tell(listener -> listener.stored(reservation(2)));

        await().untilAsserted(() -> assertThat(hearing.stored).containsExactly(reservation(1), reservation(2)));
    }

    @Test
    void aListenerThatBlocksDelaysNobodyAndDroppedEventsAreCounted() {
        Hearing hearing = new Hearing();
        Events events = events(
                new SeckillListener() {
                    @Override
                    public void stored(Reservation reservation) {
                        awaitUninterruptibly(blocked);
                    }
                },
                hearing);

        int more = 50;
        for (int i = 0; i < 1 + Events.CAPACITY + more; i++) {
            Reservation next = reservation(i);
            events.tell(listener -> listener.stored(next));
            if (i == 0) {
                await().until(() -> events.waiting() == 0);
            }
        }

        assertThat(dropped).hasValue(more);
        blocked.countDown();
        await().untilAsserted(() -> assertThat(hearing.stored).hasSize(1 + Events.CAPACITY));
    }

    @Test
    void hasNoThreadWithoutListeners() {
        Events events = events();

        events.tell(listener -> listener.stored(reservation(1)));

        assertThat(events.listened()).isFalse();
        assertThat(events.waiting()).isZero();
    }

    @Test
    void letsListenersHearTheLastEventsWhenClosed() {
        Hearing hearing = new Hearing();
        Events events = events(hearing);
        for (int i = 0; i < 100; i++) {
            Reservation next = reservation(i);
            events.tell(listener -> listener.stored(next));
        }

        events.close();
        events.tell(listener -> listener.stored(reservation(100)));

        assertThat(hearing.stored).hasSize(100);
    }

    @Test
    void listenersThatCannotBeMadeAreNobodyAndAskedForOnce() {
        AtomicInteger asked = new AtomicInteger();
        Events events = new Events(
                () -> {
                    asked.incrementAndGet();
                    throw new IllegalStateException("the context is closing");
                },
                new InMemoryOrderAnnouncements(),
                metrics);
        all.add(events);

        events.tell(listener -> listener.stored(reservation(1)));
        events.tell(listener -> listener.stored(reservation(2)));

        assertThat(events.listened()).isFalse();
        assertThat(asked).hasValue(1);
    }

    @Test
    void tellsLaterWhatCouldNotBeToldForLackOfAThread() {
        Hearing hearing = new Hearing();
        AtomicBoolean exhausted = new AtomicBoolean(true);
        Events events =
                new Events(() -> List.of(hearing), new InMemoryOrderAnnouncements(), metrics, task -> new Thread(task) {
                    @Override
                    public synchronized void start() {
                        if (exhausted.get()) {
                            throw new OutOfMemoryError("unable to create native thread");
                        }
                        super.start();
                    }
                });
        all.add(events);
        events.tell(listener -> listener.stored(reservation(1)));
        assertThat(events.waiting()).isEqualTo(1);

        exhausted.set(false);
        events.tell(listener -> listener.stored(reservation(2)));

        await().untilAsserted(() -> assertThat(hearing.stored).containsExactly(reservation(1), reservation(2)));
    }

    @Test
    void announcesOnThisNodeWhereThereIsNoOther() {
        Events events = events();
        List<OrderId> heard = new ArrayList<>();
        Subscription subscription = events.onChanged(heard::addAll);

        events.announce(List.of(new OrderId("1")));
        subscription.close();
        events.announce(List.of(new OrderId("2")));

        assertThat(heard).containsExactly(new OrderId("1"));
    }

    @Test
    void announcementsThatFailHarmNothing() {
        OrderAnnouncements broken = new OrderAnnouncements() {
            @Override
            public void announce(Collection<OrderId> changed) {
                throw new IllegalStateException("broken");
            }

            @Override
            public Subscription onChanged(Consumer<List<OrderId>> listener) {
                return () -> {};
            }
        };

        new Events(List::of, broken, metrics).announce(List.of(new OrderId("1")));
    }

    private Events events(SeckillListener... listeners) {
        Events events = new Events(List.of(listeners), metrics);
        all.add(events);
        return events;
    }

    private static Reservation reservation(int number) {
        return Reservation.of(new SaleId("sale"), new BuyerId("buyer"), new OrderId("" + number), 1);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // goes on blocking, as bad listeners do
            }
        }
    }

    private static final class Hearing implements SeckillListener {

        final List<Reservation> stored = new CopyOnWriteArrayList<>();
        final List<String> threads = new CopyOnWriteArrayList<>();

        @Override
        public void stored(Reservation reservation) {
            stored.add(reservation);
            threads.add(Thread.currentThread().getName());
        }
    }
}
