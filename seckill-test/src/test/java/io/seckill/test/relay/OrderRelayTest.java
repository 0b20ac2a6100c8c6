package io.seckill.test.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.seckill.OrderId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillListener;
import io.seckill.event.Events;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.relay.OrderRelay;
import io.seckill.relay.RelayConfig;
import io.seckill.relay.RelayStatus;
import io.seckill.relay.RelayStatus.Part;
import io.seckill.spi.Delivery;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SeckillMetrics.DeliveryOutcome;
import io.seckill.spi.SinkUnavailableException;
import io.seckill.test.contract.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OrderRelayTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration TAKE_OVER = Duration.ofSeconds(1);
    private static final RelayConfig CONFIG = RelayConfig.DEFAULT
            .withBatch(8)
            .withMaxAttempts(3)
            .withPauses(Duration.ofMillis(5), Duration.ofMillis(40))
            .withStopWithin(Duration.ofSeconds(5));

    private final InMemoryOutbox outbox = new InMemoryOutbox(100_000, TAKE_OVER);
    private final ScriptedSink sink = new ScriptedSink();
    private final RecordingGate gate = new RecordingGate();
    private final Map<DeliveryOutcome, Integer> counted = new ConcurrentHashMap<>();
    private final Map<Boolean, Integer> told = new ConcurrentHashMap<>();
    private final SeckillMetrics metrics = new SeckillMetrics() {
        @Override
        public void delivered(DeliveryOutcome outcome, int reservations) {
            counted.merge(outcome, reservations, Integer::sum);
        }

        @Override
        public void gateTold(boolean worked, int orders) {
            told.merge(worked, orders, Integer::sum);
        }
    };
    private final List<OrderRelay> relays = new ArrayList<>();

    @AfterEach
    void stopRelays() {
        relays.forEach(OrderRelay::stop);
    }

    @Test
    void deliversAndSettlesEverything() {
        List<Reservation> all = append(20, 3);
        relay(CONFIG).start();

        awaitEmpty();

        assertThat(sink.orders.values()).containsExactlyInAnyOrderElementsOf(all);
        assertThat(counted).containsExactly(Map.entry(DeliveryOutcome.STORED, 60));
    }

    @Test
    void tellsWhatBecameOfEachReservation() {
        List<Reservation> all = append(1, 5);
        sink.answer(reservations -> {
            if (reservations.contains(all.get(1))) {
                cannotParse();
            }
            return reservations.stream()
                    .map(each -> each.equals(all.get(3)) ? Delivery.refused(ReleaseReason.NO_STOCK) : sink.store(each))
                    .toList();
        });
        List<String> heard = new CopyOnWriteArrayList<>();
        List<OrderId> announced = new CopyOnWriteArrayList<>();
        Events events = new Events(List.of(new Hearing(heard)), metrics);
        events.onChanged(announced::addAll);
        OrderRelay relay = new OrderRelay(outbox, sink, gate, metrics, events, CONFIG);
        relays.add(relay);
        relay.start();

        awaitEmpty();
        events.close();

        assertThat(heard)
                .containsExactlyInAnyOrder(
                        "stored " + all.get(0).order(),
                        "dead " + all.get(1).order() + " IllegalStateException: cannot parse",
                        "stored " + all.get(2).order(),
                        "refused " + all.get(3).order() + " no-stock",
                        "stored " + all.get(4).order());
        assertThat(announced)
                .containsExactlyInAnyOrder(
                        all.get(0).order(),
                        all.get(2).order(),
                        all.get(3).order(),
                        all.get(4).order());
    }

    @Test
    void whatIsGivenUpIsAnErrorWithSaleBuyerAndOrderAndWhatIsDecidedIsForDebugging() {
        Logger logger = (Logger) LoggerFactory.getLogger("io.seckill.relay");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.DEBUG);
        try {
            List<Reservation> all = append(1, 3);
            sink.answer(reservations -> {
                if (reservations.contains(all.get(1))) {
                    cannotParse();
                }
                return reservations.stream()
                        .map(each ->
                                each.equals(all.get(2)) ? Delivery.refused(ReleaseReason.NO_STOCK) : sink.store(each))
                        .toList();
            });
            relay(CONFIG).start();
            awaitEmpty();

            assertThat(lines.list)
                    .extracting(line -> line.getLevel() + " " + line.getFormattedMessage())
                    .contains("DEBUG Stored " + named(all.get(0)), "DEBUG Refused " + named(all.get(2)) + ": no-stock")
                    .anyMatch(line -> line.startsWith("ERROR Gave up " + named(all.get(1))));
        } finally {
            logger.setLevel(null);
            logger.detachAppender(lines);
        }
    }

    private static String named(Reservation one) {
        return "order " + one.order() + " of buyer " + one.buyer() + " in sale " + one.sale();
    }

    @Test
    void aBatchMixesParcelsOfSeveralSalesUpToItsSize() {
        List<Reservation> all = append(3, 3);
        append(1, 20);
        relay(CONFIG.withWorkers(1)).start();

        awaitEmpty();

        assertThat(sink.calls).allMatch(call -> call.size() <= 8);
        assertThat(sink.calls.peek()).containsExactlyElementsOf(all.subList(0, 8));
    }

    @Test
    void isWokenByAnArrivalLongBeforeTheIdlePoll() {
        OrderRelay relay = relay(CONFIG.withIdlePoll(Duration.ofHours(1)));
        relay.start();
        for (int i = 1; i <= 5; i++) {
            append(1, 1);
            awaitEmpty();
            assertThat(sink.orders).hasSize(i);
        }
    }

    @Test
    void aPoisonOrderAloneGoesToTheDeadLetters() {
        List<Reservation> all = append(1, 5);
        Reservation poison = all.get(2);
        sink.poison(poison.order(), OrderRelayTest::cannotParse);
        relay(CONFIG).start();

        awaitEmpty();

        assertThat(outbox.deadLetters())
                .containsExactly(new DeadLetter(
                        poison, 3, "IllegalStateException: cannot parse", "IllegalStateException: cannot parse"));
        assertThat(sink.orders).hasSize(4).doesNotContainKey(poison.order());
        assertThat(gate.released).isEmpty();
        assertThat(counted).containsEntry(DeliveryOutcome.STORED, 4).containsEntry(DeliveryOutcome.DEAD, 1);
    }

    @Test
    void aPoisonOrderThatIsAloneFromTheStartIsGivenUpToo() {
        Reservation poison = append(1, 1).get(0);
        sink.poison(poison.order(), OrderRelayTest::cannotParse);
        relay(CONFIG).start();

        awaitEmpty();

        assertThat(outbox.deadLetters()).extracting(DeadLetter::reservation).containsExactly(poison);
        assertThat(sink.callsWith(poison.order())).isEqualTo(3);
    }

    @Test
    void twoPoisonOrdersInOneBatchAreGivenUpAsSoonAsOthersAreStored() {
        List<Reservation> poison = append(1, 2);
        sink.answer(call -> {
            if (call.stream().anyMatch(poison::contains)) {
                throw new IllegalStateException("cannot parse");
            }
            return sink.store(call);
        });
        relay(CONFIG.withWorkers(1)).start();
        await().atMost(PATIENCE).until(() -> sink.calls.size() > 12);
        assertThat(outbox.deadLetters()).isEmpty();

        await().atMost(PATIENCE).until(() -> {
            append(1, 1);
            return outbox.deadLetters().size() == 2;
        });

        assertThat(outbox.deadLetters())
                .extracting(DeadLetter::reservation)
                .containsExactlyInAnyOrderElementsOf(poison);
        awaitEmpty();
    }

    @Test
    void aFailingOrderDoesNotHoldUpTheOthers() {
        Reservation stuck = append(1, 1).get(0);
        sink.answer(call -> call.stream()
                .map(reservation -> reservation.equals(stuck) ? Delivery.retry("later") : sink.store(reservation))
                .toList());
        relay(CONFIG.withWorkers(1).withMaxAttempts(1_000_000)).start();
        await().atMost(PATIENCE).until(() -> sink.callsWith(stuck.order()) > 0);

        append(30, 2);

        await().atMost(PATIENCE).until(() -> sink.orders.size() == 60);
        assertThat(outbox.backlog(0).parcels()).isEqualTo(1);
        sink.work();
        awaitEmpty();
    }

    @Test
    void anErrorOfTheSinkDoesNotEndAWorker() {
        List<Reservation> all = append(1, 3);
        sink.poison(all.get(0).order(), () -> {
            throw new StackOverflowError("deep");
        });
        relay(CONFIG.withWorkers(1)).start();
        awaitEmpty();

        append(1, 3);
        awaitEmpty();

        assertThat(sink.orders).hasSize(5);
        assertThat(outbox.deadLetters()).extracting(DeadLetter::lastError).containsExactly("StackOverflowError: deep");
    }

    @Test
    void anOutageCountsNothingHoweverLongItLasts() {
        List<Reservation> all = append(5, 3);
        sink.answer(call -> {
            throw new SinkUnavailableException("database is down", null);
        });
        OrderRelay relay = relay(CONFIG);
        relay.start();
        await().atMost(PATIENCE).until(() -> sink.calls.size() > 20);

        RelayStatus.Failing failing = relay.status().failing().orElseThrow();
        assertThat(failing.part()).isEqualTo(Part.SINK);
        assertThat(failing.lastError()).contains("database is down");
        sink.work();
        awaitEmpty();

        assertThat(sink.orders.values()).containsExactlyInAnyOrderElementsOf(all);
        assertThat(outbox.deadLetters()).isEmpty();
        assertThat(relay.status().failing()).isEmpty();
    }

    @Test
    void anOutageThatShowsOnlyAsFailuresOfEverythingCountsNothing() {
        List<Reservation> all = append(10, 4);
        sink.answer(call -> {
            throw new IllegalStateException("connection refused");
        });
        OrderRelay relay = relay(CONFIG);
        relay.start();
        await().atMost(PATIENCE).until(() -> sink.calls.size() > 200);
        assertThat(relay.status().failing()).isPresent();

        sink.work();
        awaitEmpty();

        assertThat(sink.orders.values()).containsExactlyInAnyOrderElementsOf(all);
        assertThat(outbox.deadLetters()).isEmpty();
    }

    @Test
    void anOutageBuriesNothingWhoseAttemptsWereUsedUpByCrashes() {
        Reservation tried = appendTried(5);
        sink.answer(call -> {
            throw new SinkUnavailableException("database is down", null);
        });
        relay(CONFIG).start();
        await().atMost(PATIENCE).until(() -> sink.calls.size() > 5);

        sink.work();
        awaitEmpty();

        assertThat(outbox.deadLetters()).isEmpty();
        assertThat(sink.orders.values()).containsExactly(tried);
    }

    @Test
    void whoseAttemptsWereUsedUpByCrashesIsGivenUpAfterOneMoreFailure() {
        Reservation tried = appendTried(5);
        sink.poison(tried.order(), OrderRelayTest::cannotParse);
        relay(CONFIG).start();

        awaitEmpty();

        assertThat(sink.calls).hasSize(1);
        assertThat(outbox.deadLetters())
                .containsExactly(new DeadLetter(
                        tried, 5, "IllegalStateException: cannot parse", "IllegalStateException: cannot parse"));
    }

    @Test
    void aParcelInALongOutageIsNotTakenOver() {
        append(1, 3);
        sink.answer(call -> {
            throw new SinkUnavailableException("database is down", null);
        });
        relay(CONFIG).start();
        await().atMost(PATIENCE).until(() -> outbox.backlog(0).taken() == 1);

        await().pollInterval(Duration.ofMillis(50))
                .during(TAKE_OVER.multipliedBy(2))
                .atMost(PATIENCE)
                .until(() -> outbox.take(0, 1).isEmpty());
    }

    @Test
    void wrongAnswersAreNoAnswers() {
        List<List<Delivery>> wrong = Arrays.asList(
                null, List.of(), Collections.nCopies(9, Delivery.stored()), Collections.singletonList(null));
        for (List<Delivery> answers : wrong) {
            List<Reservation> all = append(1, 2);
            sink.answer(call -> call.contains(all.get(0)) ? answers : sink.store(call));
            OrderRelay relay = relay(CONFIG);
            relay.start();
            awaitEmpty();
            relay.stop();

            assertThat(sink.orders)
                    .doesNotContainKey(all.get(0).order())
                    .containsKey(all.get(1).order());
            assertThat(outbox.deadLetters()).extracting(DeadLetter::reservation).contains(all.get(0));
        }
        assertThat(outbox.deadLetters()).hasSize(wrong.size());
    }

    @Test
    void whatIsRefusedIsReleasedWithTheReason() {
        List<Reservation> all = append(2, 2);
        refuse(all.get(1), all.get(2));
        relay(CONFIG).start();

        awaitEmpty();

        assertThat(gate.released)
                .containsOnly(
                        Map.entry(all.get(1), ReleaseReason.NO_STOCK), Map.entry(all.get(2), ReleaseReason.NO_STOCK));
        assertThat(counted).containsEntry(DeliveryOutcome.REFUSED, 2).containsEntry(DeliveryOutcome.STORED, 2);
    }

    @Test
    void aFailingReleaseIsTriedAgainWithoutAskingTheSinkAgain() {
        Reservation refused = append(1, 1).get(0);
        refuse(refused);
        gate.failuresLeft.set(6);
        OrderRelay relay = relay(CONFIG);
        relay.start();
        await().atMost(PATIENCE).until(() -> relay.status().failing().isPresent());
        assertThat(outbox.backlog(0).parcels()).isEqualTo(1);

        awaitEmpty();

        assertThat(gate.released).containsOnlyKeys(refused);
        assertThat(sink.callsWith(refused.order())).isEqualTo(1);
        assertThat(relay.status().failing()).isEmpty();
        assertThat(told).isEqualTo(Map.of(false, 6, true, 1));
    }

    @Test
    void redeliveryAfterACrashBetweenStoringAndSettlingIsHarmless() {
        List<Reservation> all = append(1, 3);
        sink.store(outbox.take(0, 10).get(0).reservations());
        relay(CONFIG).start();

        awaitEmpty();

        assertThat(sink.orders.values()).containsExactlyInAnyOrderElementsOf(all);
        assertThat(counted).containsExactly(Map.entry(DeliveryOutcome.ALREADY_STORED, 3));
    }

    @Test
    void anOutboxThatFailsForAWhileIsTriedAgain() {
        append(3, 2);
        FlakyOutbox flaky = new FlakyOutbox(outbox, 4);
        OrderRelay relay = new OrderRelay(flaky, sink, gate, metrics, CONFIG);
        relays.add(relay);
        relay.start();

        awaitEmpty();

        assertThat(sink.orders).hasSize(6);
        assertThat(sink.storedTwice).isEmpty();
        assertThat(flaky.failingTakes).hasValue(0);
        assertThat(flaky.failingSettles).hasValue(0);
        await().atMost(PATIENCE).until(() -> relay.status().failing().isEmpty());
    }

    @Test
    void metricsThatThrowLoseNothing() {
        AtomicInteger failures = new AtomicInteger(20);
        SeckillMetrics broken = new SeckillMetrics() {
            @Override
            public void delivered(DeliveryOutcome outcome, int reservations) {
                if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new IllegalStateException("no such meter");
                }
            }
        };
        List<Reservation> all = append(5, 3);
        Reservation poison = all.get(4);
        sink.poison(poison.order(), OrderRelayTest::cannotParse);
        OrderRelay relay = new OrderRelay(outbox, sink, gate, broken, CONFIG);
        relays.add(relay);
        relay.start();

        awaitEmpty();

        assertThat(sink.orders).hasSize(14);
        assertThat(outbox.deadLetters()).extracting(DeadLetter::reservation).containsExactly(poison);
        assertThat(relay.status().inWork()).isZero();
    }

    @Test
    void anErrorWhileHandingBackDoesNotEndAWorker() {
        Reservation lone = append(1, 1).get(0);
        AtomicInteger failures = new AtomicInteger(1);
        SeckillMetrics broken = new SeckillMetrics() {
            @Override
            public void delivered(DeliveryOutcome outcome, int reservations) {
                if (failures.getAndDecrement() > 0) {
                    throw new IllegalStateException("no such meter");
                }
            }
        };
        FlakyOutbox flaky = new FlakyOutbox(outbox, 0);
        flaky.handBackError = new StackOverflowError("deep");
        OrderRelay relay = new OrderRelay(flaky, sink, gate, broken, CONFIG.withWorkers(1));
        relays.add(relay);
        sink.poison(lone.order(), OrderRelayTest::cannotParse);
        relay.start();
        await().atMost(PATIENCE).until(() -> flaky.handBackError == null);

        sink.work();
        awaitEmpty();

        assertThat(sink.orders.values()).containsExactly(lone);
    }

    @Test
    void moreFailingOrdersThanCanWaitDoNotEndTheWork() {
        List<Reservation> failing = append(1, 60);
        sink.answer(call -> call.stream()
                .map(reservation -> failing.contains(reservation) ? Delivery.retry("later") : sink.store(reservation))
                .toList());
        append(1, 5);
        relay(CONFIG.withWorkers(1).withBatch(1)).start();

        awaitEmpty();

        assertThat(sink.orders).hasSize(5);
        assertThat(outbox.deadLetters()).hasSize(60);
    }

    @Test
    void stoppingFinishesTheBatchInWorkAndHandsTheRestBack() {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        append(4, 4);
        sink.answer(call -> {
            called.countDown();
            awaitLatch(goOn);
            return sink.store(call);
        });
        OrderRelay relay = relay(CONFIG.withWorkers(1).withBatch(6));
        relay.start();
        awaitLatch(called);

        Thread stop = new Thread(relay::stop);
        stop.start();
        await().atMost(PATIENCE).until(() -> !relay.status().running());
        goOn.countDown();
        await().atMost(PATIENCE).until(() -> !stop.isAlive());

        assertThat(sink.calls).hasSize(1);
        assertThat(sink.orders).hasSize(6);
        List<Outbox.Parcel> left = outbox.take(0, 100);
        assertThat(left).hasSize(3).allMatch(parcel -> parcel.attempts() == 1);
    }

    @Test
    void stoppingInterruptsASinkThatHangs() {
        CountDownLatch never = new CountDownLatch(1);
        append(1, 1);
        sink.answer(call -> {
            awaitLatch(never);
            return sink.store(call);
        });
        OrderRelay relay = relay(CONFIG.withStopWithin(Duration.ofMillis(50)));
        relay.start();
        await().atMost(PATIENCE).until(() -> !sink.calls.isEmpty());

        relay.stop();

        assertThat(sink.orders).isEmpty();
        assertThat(outbox.take(0, 1)).hasSize(1);
    }

    @Test
    void attemptsGoWithAParcelThatIsHandedBack() {
        Reservation stuck = append(1, 1).get(0);
        sink.answer(call -> List.of(Delivery.retry("later")));
        OrderRelay first =
                relay(CONFIG.withMaxAttempts(1_000_000).withPauses(Duration.ofMillis(1), Duration.ofMillis(1)));
        first.start();
        await().atMost(PATIENCE).until(() -> sink.callsWith(stuck.order()) >= 5);
        first.stop();
        long tries = sink.callsWith(stuck.order());

        OrderRelay second = relay(CONFIG.withMaxAttempts((int) tries + 2));
        second.start();
        awaitEmpty();

        assertThat(sink.callsWith(stuck.order())).isEqualTo(tries + 2);
        assertThat(outbox.deadLetters()).extracting(DeadLetter::attempts).containsExactly((int) tries + 2);
    }

    @Test
    void startsAgainAfterAStop() {
        OrderRelay relay = relay(CONFIG);
        assertThat(relay.start()).isTrue();
        assertThat(relay.start()).isFalse();
        relay.stop();
        relay.stop();
        assertThat(relay.status().running()).isFalse();
        append(1, 1);

        relay.start();
        awaitEmpty();

        assertThat(relay.status().running()).isTrue();
    }

    @Test
    void drainsWithoutBeingStarted() {
        append(50, 3);
        OrderRelay relay = relay(CONFIG);

        assertThat(relay.drain(PATIENCE)).isTrue();

        assertThat(sink.orders).hasSize(150);
        assertThat(relay.status().running()).isFalse();
    }

    @Test
    void drainingEndsAtItsTimeout() {
        append(1, 1);
        sink.answer(call -> {
            throw new SinkUnavailableException("database is down", null);
        });

        assertThat(relay(CONFIG).drain(Duration.ofMillis(50))).isFalse();
    }

    @Test
    void manyRelaysShareTheWork() {
        List<Reservation> all = append(500, 3);
        for (int i = 0; i < 4; i++) {
            relay(CONFIG).start();
        }

        awaitEmpty();

        assertThat(sink.orders).hasSize(all.size());
        assertThat(sink.storedTwice).isEmpty();
    }

    private List<Reservation> append(int parcels, int size) {
        List<Reservation> all = new ArrayList<>();
        for (int i = 0; i < parcels; i++) {
            SaleId sale = Samples.saleId();
            List<Reservation> parcel = IntStream.range(0, size)
                    .mapToObj(buyer -> Samples.one(sale, Samples.buyer(buyer)))
                    .toList();
            outbox.append(sale, parcel);
            all.addAll(parcel);
        }
        return all;
    }

    /** Appends a reservation whose parcel was taken so often already; the next taking is the last of these. */
    private Reservation appendTried(int attempts) {
        Reservation reservation = append(1, 1).get(0);
        outbox.handBack(List.of(outbox.take(0, 1).get(0).withAttempts(attempts)));
        return reservation;
    }

    private void refuse(Reservation... refused) {
        List<OrderId> ids = Arrays.stream(refused).map(Reservation::order).toList();
        sink.answer(call -> call.stream()
                .map(reservation -> ids.contains(reservation.order())
                        ? Delivery.refused(ReleaseReason.NO_STOCK)
                        : sink.store(reservation))
                .toList());
    }

    private OrderRelay relay(RelayConfig config) {
        OrderRelay relay = new OrderRelay(outbox, sink, gate, metrics, config);
        relays.add(relay);
        return relay;
    }

    private void awaitEmpty() {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE)
                .until(() -> outbox.backlog(0).parcels() == 0);
    }

    private static void cannotParse() {
        throw new IllegalStateException("cannot parse");
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private record Hearing(List<String> heard) implements SeckillListener {

        @Override
        public void stored(Reservation reservation) {
            heard.add("stored " + reservation.order());
        }

        @Override
        public void refused(Reservation reservation, ReleaseReason reason) {
            heard.add("refused " + reservation.order() + " " + reason.tag());
        }

        @Override
        public void deadLettered(Reservation reservation, String lastError) {
            heard.add("dead " + reservation.order() + " " + lastError);
        }
    }
}
