package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Origin;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Backlog;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Outbox} promises.
 *
 * @since 0.1
 */
public abstract class OutboxContract {

    private static final Duration NEVER = Duration.ofMinutes(10);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int ANY = 1_000_000;

    private final SaleId sale = Samples.saleId();

    /**
     * Returns the view another node has of the outbox under test: all views of one test share what is in it, and it is empty when the
     * test starts. If a view knows no other nodes, it may be the same every time.
     *
     * @param takeOver the take-over time; the same at every call within a test
     */
    protected abstract Outbox node(Duration takeOver);

    @Test
    void handsOutWhatWasAppendedAsItWas() {
        Outbox outbox = node(NEVER);
        List<Reservation> reservations = List.of(
                Samples.one(sale, Samples.buyer(1)),
                Samples.wish(sale, Samples.buyer(2), 3),
                Samples.keyed(sale, Samples.buyer(1), "form-17"));

        outbox.append(sale, reservations);

        Parcel parcel = takeOne(outbox);
        assertThat(parcel.reservations()).containsExactlyElementsOf(reservations);
        assertThat(parcel.attempts()).isEqualTo(1);
        assertThat(takeAll(outbox)).isEmpty();
    }

    @Test
    void remembersInWhichEpochAReservationWasAccepted() {
        Outbox outbox = node(NEVER);
        Reservation first = Samples.one(sale, Samples.buyer(1));
        Reservation later = Samples.one(sale, Samples.buyer(2)).from(new Origin(3, Optional.empty()));

        outbox.append(sale, List.of(first));
        outbox.append(sale, List.of(later));

        assertThat(takeAll(outbox)).flatExtracting(Parcel::reservations).containsExactly(first, later);
    }

    @Test
    void carriesTheTracesOfReservationsToWhomeverTakesThem() {
        Outbox outbox = node(NEVER);
        Reservation untraced = Samples.one(sale, Samples.buyer(1));
        Reservation traced = Samples.one(sale, Samples.buyer(2))
                .from(new Origin(3, Optional.of("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")));
        Reservation other = Samples.one(sale, Samples.buyer(3))
                .from(new Origin(3, Optional.of("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")));
        outbox.append(sale, List.of(traced, other));
        outbox.append(sale, List.of(untraced));

        List<Parcel> taken = takeAll(outbox);
        assertThat(taken).flatExtracting(Parcel::reservations).containsExactly(traced, other, untraced);

        outbox.handBack(taken);
        assertThat(takeAll(outbox)).flatExtracting(Parcel::reservations).containsExactly(traced, other, untraced);
    }

    @Test
    void handsOutOldestFirstAndNoMoreThanWanted() {
        Outbox outbox = node(NEVER);
        List<List<Reservation>> appended = appendParcels(outbox, 4, 2);
        int partition = partitionWithParcels(outbox);

        List<Parcel> first = outbox.take(partition, 3);
        List<Parcel> second = outbox.take(partition, 1);

        assertThat(first).extracting(Parcel::reservations).containsExactlyElementsOf(appended.subList(0, 2));
        assertThat(second).extracting(Parcel::reservations).containsExactlyElementsOf(appended.subList(2, 3));
    }

    @Test
    void holdsParcelsOfAnySize() {
        Outbox outbox = node(NEVER);
        List<Reservation> many = IntStream.range(0, 5_000)
                .mapToObj(i -> Samples.one(sale, Samples.buyer(i)))
                .toList();

        outbox.append(sale, many);

        assertThat(takeOne(outbox).reservations()).containsExactlyElementsOf(many);
    }

    @Test
    void aSettledParcelIsGoneForGood() {
        Outbox outbox = node(NEVER);
        appendParcels(outbox, 2, 1);

        outbox.settle(takeAll(outbox));

        assertThat(sum(outbox, Backlog::parcels)).isZero();
        assertThat(sum(outbox, Backlog::taken)).isZero();
        assertThat(sum(outbox, Backlog::dead)).isZero();
    }

    @Test
    void settlesOnceSoThatADeadLetterIsKeptOnce() {
        Outbox outbox = node(NEVER);
        Reservation poison = Samples.one(sale, Samples.buyer(1));
        outbox.append(sale, List.of(poison, Samples.one(sale, Samples.buyer(2))));
        Parcel parcel = takeOne(outbox);
        List<DeadLetter> dead =
                List.of(new DeadLetter(poison, 8, "first error", "last error, with 'quotes' and \n a line"));

        outbox.settle(parcel, dead);
        outbox.settle(parcel, dead);
        node(NEVER).settle(parcel, dead);

        assertThat(sum(outbox, Backlog::dead)).isEqualTo(1);
        assertThat(sum(outbox, Backlog::parcels)).isZero();
    }

    @Test
    void aParcelTakenIsNotHandedToAnotherNodeBeforeTheTakeOverTime() {
        Outbox outbox = node(NEVER);
        appendParcels(outbox, 3, 1);
        takeAll(outbox);

        assertThat(takeAll(node(NEVER))).isEmpty();
        assertThat(sum(outbox, Backlog::taken)).isEqualTo(3);
    }

    @Test
    void anIdleParcelIsTakenOverWithItsAttemptsCounted() {
        List<List<Reservation>> appended = appendParcels(node(SOON), 1, 2);
        takeOne(node(SOON));

        Parcel second = awaitOne(node(SOON));
        assertThat(second.attempts()).isEqualTo(2);
        assertThat(second.reservations()).isEqualTo(appended.get(0));

        Parcel third = awaitOne(node(SOON));
        assertThat(third.attempts()).isEqualTo(3);
    }

    @Test
    void aKeptParcelIsNotTakenOver() {
        Outbox slow = node(SOON);
        Outbox other = node(SOON);
        appendParcels(slow, 1, 1);
        Parcel parcel = takeOne(slow);

        await().pollInterval(Duration.ofMillis(50))
                .during(SOON.multipliedBy(2))
                .atMost(PATIENCE)
                .untilAsserted(() -> {
                    slow.keep(List.of(parcel));
                    assertThat(takeAll(other)).isEmpty();
                });
    }

    @Test
    void keepingRecordsTheAttempts() {
        Outbox outbox = node(SOON);
        appendParcels(outbox, 1, 1);
        Parcel parcel = takeOne(outbox);

        outbox.keep(List.of(parcel.withAttempts(5)));

        assertThat(awaitOne(node(SOON)).attempts()).isEqualTo(6);
    }

    @Test
    void aParcelHandedBackIsFreeAtOnceWithoutAnotherAttempt() {
        Outbox outbox = node(NEVER);
        appendParcels(outbox, 2, 1);
        List<Parcel> parcels = takeAll(outbox);

        outbox.handBack(List.of(parcels.get(0), parcels.get(1).withAttempts(4)));

        assertThat(takeAll(node(NEVER))).extracting(Parcel::attempts).containsExactlyInAnyOrder(1, 4);
    }

    @Test
    void takesIdleParcelsBeforeNewOnes() {
        Outbox outbox = node(NEVER);
        appendParcels(outbox, 2, 1);
        int partition = partitionWithParcels(outbox);
        Parcel first = outbox.take(partition, 1).get(0);
        outbox.handBack(List.of(first));

        assertThat(node(NEVER).take(partition, 1)).extracting(Parcel::id).containsExactly(first.id());
    }

    @Test
    void touchingASettledParcelDoesNotBringItBack() {
        Outbox outbox = node(NEVER);
        appendParcels(outbox, 1, 1);
        Parcel parcel = takeOne(outbox);
        outbox.settle(List.of(parcel));

        outbox.keep(List.of(parcel));
        outbox.handBack(List.of(parcel));

        assertThat(takeAll(outbox)).isEmpty();
        assertThat(sum(outbox, Backlog::taken)).isZero();
    }

    @Test
    void doesNothingForNothing() {
        Outbox outbox = node(NEVER);

        outbox.settle(List.of());
        outbox.keep(List.of());
        outbox.handBack(List.of());

        assertThat(takeAll(outbox)).isEmpty();
    }

    @Test
    void tellsItsBacklog() {
        Outbox outbox = node(NEVER);
        assertThat(sum(outbox, Backlog::parcels)).isZero();
        assertThat(sum(outbox, backlog -> backlog.oldest().toNanos())).isZero();

        appendParcels(outbox, 3, 2);
        int partition = partitionWithParcels(outbox);
        outbox.take(partition, 2);

        Backlog backlog = outbox.backlog(partition);
        assertThat(backlog.parcels()).isEqualTo(3);
        assertThat(backlog.taken()).isEqualTo(1);
        await().atMost(PATIENCE).until(() -> outbox.backlog(partition).oldest().toMillis() >= 20);
        assertThat(outbox.backlog(partition).oldest()).isLessThan(NEVER);
    }

    @Test
    void signalsAnArrivalInAnEmptyPartition() {
        Outbox outbox = node(NEVER);
        List<Integer> arrivals = new ArrayList<>();
        try (Subscription subscription = node(NEVER).onArrival(partition -> {
            synchronized (arrivals) {
                arrivals.add(partition);
            }
        })) {
            // a signal is best effort, and listening may begin a moment after the subscription
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
                appendParcels(outbox, 1, 1);
                List<Parcel> parcels = takeAll(outbox);
                outbox.settle(parcels);
                synchronized (arrivals) {
                    return arrivals.contains(parcels.get(0).partition());
                }
            });
        }
    }

    @Test
    void aStampedeOfNodesLosesNothingAndSharesNothing() {
        int parcels = 400;
        int takers = 8;
        AtomicInteger appended = new AtomicInteger();
        Queue<Reservation> expected = new ConcurrentLinkedQueue<>();
        Queue<Reservation> got = new ConcurrentLinkedQueue<>();
        node(NEVER);

        Stampede.of(takers + 4, number -> {
            Outbox outbox = node(NEVER);
            if (number >= takers) {
                for (int i = 0; i < parcels / 4; i++) {
                    appendParcels(outbox, 1, 3).forEach(expected::addAll);
                    appended.incrementAndGet();
                }
                return number;
            }
            while (appended.get() < parcels || sum(outbox, Backlog::parcels) > 0) {
                List<Parcel> taken = takeAll(outbox, 10);
                taken.forEach(parcel -> got.addAll(parcel.reservations()));
                outbox.settle(taken);
            }
            return number;
        });

        assertThat(expected).hasSize(parcels * 3);
        assertThat(got).containsExactlyInAnyOrderElementsOf(expected);
    }

    private List<List<Reservation>> appendParcels(Outbox outbox, int parcels, int size) {
        List<List<Reservation>> appended = new ArrayList<>();
        for (int i = 0; i < parcels; i++) {
            List<Reservation> reservations = IntStream.range(0, size)
                    .mapToObj(buyer -> Samples.one(sale, Samples.buyer(buyer)))
                    .toList();
            outbox.append(sale, reservations);
            appended.add(reservations);
        }
        return appended;
    }

    private static int partitionWithParcels(Outbox outbox) {
        return IntStream.range(0, outbox.partitions())
                .filter(partition -> outbox.backlog(partition).parcels() > 0)
                .findFirst()
                .orElseThrow();
    }

    private static Parcel awaitOne(Outbox outbox) {
        List<Parcel> taken = new ArrayList<>();
        await().atMost(PATIENCE).until(() -> {
            taken.addAll(takeAll(outbox));
            return !taken.isEmpty();
        });
        assertThat(taken).hasSize(1);
        return taken.get(0);
    }

    private static Parcel takeOne(Outbox outbox) {
        List<Parcel> taken = takeAll(outbox);
        assertThat(taken).hasSize(1);
        return taken.get(0);
    }

    private static List<Parcel> takeAll(Outbox outbox) {
        return takeAll(outbox, ANY);
    }

    private static List<Parcel> takeAll(Outbox outbox, int reservationsPerPartition) {
        return IntStream.range(0, outbox.partitions())
                .boxed()
                .flatMap(partition -> outbox.take(partition, reservationsPerPartition).stream())
                .toList();
    }

    private static long sum(Outbox outbox, ToLongFunction<Backlog> part) {
        return IntStream.range(0, outbox.partitions())
                .mapToLong(partition -> part.applyAsLong(outbox.backlog(partition)))
                .sum();
    }
}
