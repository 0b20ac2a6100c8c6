package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Holding;
import io.seckill.Operator;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.spi.GateBooks;
import io.seckill.spi.GateBooks.Page;
import io.seckill.spi.GateSale;
import io.seckill.spi.LedgerSale;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.spi.SaleChange;
import io.seckill.test.contract.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The books of the gate on Redis, on every kind of server. */
class RedisGateBooksTest {

    private static final Operator OPERATOR = Operator.named("operator");

    @Nested
    class OnLettuce extends Books {
        OnLettuce() {
            super(Backend.LETTUCE);
        }
    }

    @Nested
    class OnLettuceCluster extends Books {
        OnLettuceCluster() {
            super(Backend.LETTUCE_CLUSTER);
        }
    }

    @Nested
    class OnSpringDataJedis extends Books {
        OnSpringDataJedis() {
            super(Backend.SPRING_JEDIS);
        }
    }

    abstract static class Books {

        private final RedisKeys keys = new RedisKeys("books-" + UUID.randomUUID(), 2);
        private final Backend backend;
        private final RedisLuaGate gate;
        private final RedisLuaSaleRegistry sales;
        private final RedisOutbox outbox;
        private final GateBooks books;

        Books(Backend backend) {
            this.backend = backend;
            this.gate = new RedisLuaGate(backend.driver(), keys);
            this.sales = new RedisLuaSaleRegistry(backend.driver(), keys);
            this.outbox = new RedisOutbox(backend.driver(), keys);
            this.books = new RedisGateBooks(backend.driver(), keys);
        }

        private Sale opened(long total, int limit) {
            Sale sale = Samples.openSale(total, limit);
            sales.open(sale);
            return sale;
        }

        private void buy(Sale sale, Reservation... wishes) {
            gate.admit(sale.id(), List.of(wishes)).toCompletableFuture().join();
        }

        private GateSale seen(Sale sale) {
            return books.sale(sale.id()).orElseThrow();
        }

        private List<Long> counters(Sale sale) {
            SaleStatus status = seen(sale).status();
            return List.of(status.available(), status.reserved(), status.sold());
        }

        private static Holding live(Reservation one) {
            return new Holding(one, Optional.empty());
        }

        private static Holding paid(Reservation one) {
            return new Holding(one, Optional.empty(), true);
        }

        private static Holding released(Reservation one) {
            return new Holding(one, Optional.of(ReleaseReason.NOT_PAID));
        }

        private static <T> List<T> all(Function<Optional<String>, Page<T>> book) {
            List<T> all = new ArrayList<>();
            Optional<String> cursor = Optional.empty();
            do {
                Page<T> page = book.apply(cursor);
                all.addAll(page.items());
                cursor = page.next();
            } while (cursor.isPresent());
            return all;
        }

        @Test
        void showASaleUnderAStampThatEveryChangeMoves() {
            assertThat(books.sale(Samples.saleId())).isEmpty();
            Sale sale = opened(10, 3);
            List<String> stamps = new ArrayList<>();
            Reservation one = Samples.wish(sale.id(), Samples.buyer(1), 2);
            Reservation other = Samples.one(sale.id(), Samples.buyer(2));
            List<Runnable> changes = List.of(
                    () -> {},
                    () -> buy(sale, one),
                    () -> gate.release(sale.id(), List.of(one), ReleaseReason.NOT_PAID)
                            .toCompletableFuture()
                            .join(),
                    () -> buy(sale, Samples.wish(sale.id(), Samples.buyer(3), 2)),
                    () -> buy(sale, other),
                    () -> gate.countSold(sale.id(), List.of(other))
                            .toCompletableFuture()
                            .join());
            for (Runnable change : changes) {
                change.run();
                stamps.add(seen(sale).stamp());
            }

            assertThat(stamps).doesNotHaveDuplicates();
            assertThat(seen(sale).stamp()).isEqualTo(stamps.get(changes.size() - 1));
            assertThat(seen(sale).status().sale().total()).isEqualTo(10);
            assertThat(seen(sale).epoch()).isZero();
            assertThat(seen(sale).stockHalfDone()).isFalse();
        }

        @Test
        void passOverWhatSomebodyElsePutIntoTheStreams() {
            Sale sale = opened(10, 1);
            Reservation one = Samples.one(sale.id(), Samples.buyer(1));
            int partition = keys.partition(sale.id());
            for (String nonsense : List.of("bob 1*many", "bob", "b,o,b 1", "bob ")) {
                add(keys.outbox(partition), sale, nonsense);
                add(keys.dead(partition), sale, nonsense);
            }
            buy(sale, one);

            assertThat(all(cursor -> books.parcels(sale.id(), cursor, 2))).containsExactly(one);
            assertThat(all(cursor -> books.deadLetters(sale.id(), cursor, 2))).isEmpty();
        }

        private void add(String stream, Sale sale, String reservations) {
            String[] words = {"XADD", stream, "*", "sale", sale.id().value(), "r", reservations};
            try {
                backend.server().command(words);
            } catch (IllegalStateException moved) { // the first node of a cluster names the right one
                String answer = moved.getMessage();
                backend.server().commandAt(Integer.parseInt(answer.substring(answer.lastIndexOf(':') + 1)), words);
            }
        }

        @Test
        void showWhatEveryBuyerHoldsPageByPageAndByName() {
            Sale sale = opened(2_000, 1);
            List<Reservation> wishes = IntStream.range(0, 700)
                    .mapToObj(buyer ->
                            Samples.keyed(sale.id(), Samples.buyer(buyer), "a-rather-long-request-key-" + buyer))
                    .toList();
            buy(sale, wishes.toArray(Reservation[]::new));
            gate.release(sale.id(), wishes.subList(0, 1), ReleaseReason.NOT_PAID)
                    .toCompletableFuture()
                    .join();

            List<Holding> read = all(cursor -> books.holdings(sale.id(), cursor, 50));
            assertThat(read).hasSize(700);
            assertThat(read).extracting(Holding::reservation).containsExactlyInAnyOrderElementsOf(wishes);
            assertThat(read).filteredOn(holding -> !holding.live()).hasSize(1);
            assertThat(books.holdings(sale.id(), List.of(Samples.buyer(5), Samples.buyer(900), Samples.buyer(5))))
                    .extracting(Holding::reservation)
                    .containsExactly(wishes.get(5));
            assertThat(books.holdings(sale.id(), List.of())).isEmpty();
        }

        @Test
        void showWhatIsUndelivered() {
            Sale sale = opened(100, 1);
            Sale other = otherInPartitionOf(sale);
            for (int buyer = 0; buyer < 5; buyer++) {
                buy(
                        sale,
                        Samples.one(sale.id(), Samples.buyer(2 * buyer)),
                        Samples.one(sale.id(), Samples.buyer(2 * buyer + 1)));
                buy(other, Samples.one(other.id(), Samples.buyer(buyer)));
            }
            List<Reservation> waiting = all(cursor -> books.parcels(sale.id(), cursor, 2));
            assertThat(waiting).hasSize(10).doesNotHaveDuplicates();
            assertThat(books.parcels(sale.id(), Optional.empty(), 1_000).items())
                    .isEqualTo(waiting);

            Parcel parcel = outbox.take(keys.partition(sale.id()), 2).get(0);
            assertThat(all(cursor -> books.parcels(sale.id(), cursor, 2))).isEqualTo(waiting);
            outbox.settle(parcel, List.of(new DeadLetter(parcel.reservations().get(1), 3, "first", "last")));

            assertThat(all(cursor -> books.parcels(sale.id(), cursor, 2))).isEqualTo(waiting.subList(2, 10));
            assertThat(all(cursor -> books.deadLetters(sale.id(), cursor, 1))).isEqualTo(waiting.subList(1, 2));
            assertThat(all(cursor -> books.deadLetters(other.id(), cursor, 1))).isEmpty();
        }

        private Sale otherInPartitionOf(Sale sale) {
            Sale other = Samples.openSale(100, 1);
            while (keys.partition(other.id()) != keys.partition(sale.id())) {
                other = Samples.openSale(100, 1);
            }
            sales.open(other);
            return other;
        }

        @Test
        void correctHoldingsTogetherWithTheCountersOnce() {
            Sale sale = opened(10, 5);
            Reservation one = Samples.keyed(sale.id(), Samples.buyer(1), "form-1");
            Reservation two = Samples.wish(sale.id(), Samples.buyer(1), 2);
            Reservation three = Samples.wish(sale.id(), Samples.buyer(2), 3);
            buy(sale, one, two);
            Reservation withoutKey = Reservation.of(sale.id(), one.buyer(), one.order(), 1);

            List<Holding> wanted = List.of(released(two), paid(withoutKey), live(three));
            assertThat(books.correct(sale.id(), 0, wanted)).isEqualTo(3);

            assertThat(counters(sale)).containsExactly(6L, 3L, 1L);
            assertThat(books.holdings(sale.id(), List.of(one.buyer(), three.buyer())))
                    .containsExactlyInAnyOrder(paid(one), released(two), live(three));
            assertThat(books.correct(sale.id(), 0, wanted)).isZero();
            assertThat(books.correct(sale.id(), 0, List.of(live(two), released(one), paid(three))))
                    .isEqualTo(3);
            assertThat(counters(sale)).containsExactly(5L, 2L, 3L);
        }

        @Test
        void leaveAHoldingAloneForWhichThereIsNoRoomAndEverythingInAnotherEpoch() {
            Sale sale = opened(3, 3);
            Reservation large = Samples.wish(sale.id(), Samples.buyer(1), 3);
            Reservation small = Samples.one(sale.id(), Samples.buyer(2));
            Reservation last = Samples.wish(sale.id(), Samples.buyer(3), 2);

            assertThat(books.correct(sale.id(), 1, List.of(live(small)))).isZero();
            assertThat(books.correct(Samples.saleId(), 0, List.of(live(small)))).isZero();
            assertThat(books.correct(sale.id(), 0, List.of(live(small), live(large), live(last))))
                    .isEqualTo(2);
            assertThat(counters(sale)).containsExactly(0L, 3L, 0L);
            assertThat(books.holdings(sale.id(), List.of(large.buyer()))).isEmpty();
        }

        @Test
        void correctCountersOnlyIfNothingMovedSinceAndNoMoreIsHeldThanThereIs() {
            Sale sale = opened(10, 5);
            GateSale earlier = seen(sale);
            assertThat(books.correctCounters(earlier, 20, 15, 6)).isFalse();
            buy(sale, Samples.one(sale.id(), Samples.buyer(1)));
            assertThat(books.correctCounters(earlier, 20, 4, 3)).isFalse();
            assertThat(counters(sale)).containsExactly(9L, 1L, 0L);

            assertThat(books.correctCounters(seen(sale), 20, 4, 3)).isTrue();
            assertThat(counters(sale)).containsExactly(13L, 4L, 3L);
            assertThat(seen(sale).status().sale().total()).isEqualTo(20);
        }

        @Test
        void makeASaleAnewInAnotherEpoch() {
            Sale sale = opened(10, 5);
            buy(sale, Samples.wish(sale.id(), Samples.buyer(1), 4));
            Sale now = sale.withTotal(12).withCloses(sale.closes().plusSeconds(60));
            Reservation kept = Samples.wish(sale.id(), Samples.buyer(2), 2);

            LedgerSale wanted = new LedgerSale(now, sale, 2, 3, Optional.empty());
            assertThat(books.beginRebuild(wanted)).as("a sale that sells").isFalse();
            assertThat(seen(sale).status().reserved()).isEqualTo(4);
            sales.change(sale.id(), new SaleChange.Pause(), OPERATOR);

            assertThat(books.beginRebuild(wanted)).isTrue();
            assertThat(seen(sale).status().state()).isEqualTo(SaleState.REBUILDING);
            assertThat(seen(sale).status().sale()).isEqualTo(now);
            assertThat(seen(sale).epoch()).isEqualTo(3);
            assertThat(all(cursor -> books.holdings(sale.id(), cursor, 10))).isEmpty();
            assertThat(books.correct(sale.id(), 3, List.of(live(kept)))).isEqualTo(1);
            assertThat(books.endRebuild(sale.id(), 2, OPERATOR)).isFalse();
            assertThat(seen(sale).status().state()).isEqualTo(SaleState.REBUILDING);

            assertThat(books.endRebuild(sale.id(), 3, OPERATOR)).isTrue();
            assertThat(seen(sale).status().state()).isEqualTo(SaleState.PAUSED);
            assertThat(books.endRebuild(sale.id(), 3, OPERATOR)).isFalse();
            assertThat(counters(sale)).containsExactly(10L, 2L, 0L);
            assertThat(sales.ids()).contains(sale.id());
            books.note(sale.id(), OPERATOR, "repair: something");
            assertThat(sales.audit(sale.id()))
                    .extracting(entry -> entry.who() + ": " + entry.what())
                    .containsExactly("operator: pause", "operator: rebuild epoch 3", "operator: repair: something");
        }

        @Test
        void keepAClosedSaleClosedHoweverOftenItIsMadeAnew() {
            Sale sale = opened(10, 5);
            close(sale);
            books.beginRebuild(new LedgerSale(sale, sale, 0, 1, Optional.empty()));
            books.beginRebuild(new LedgerSale(sale, sale, 0, 2, Optional.empty()));

            books.endRebuild(sale.id(), 2, OPERATOR);

            assertThat(seen(sale).status().state()).isEqualTo(SaleState.CLOSED);
        }

        private void close(Sale sale) {
            sales.change(sale.id(), new SaleChange.Close(), OPERATOR);
        }
    }
}
