package io.seckill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.OrderProgress;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.SeckillMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SeckillEngineTest {

    private static final SaleId SALE = new SaleId("coupon");
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicLong ids = new AtomicLong();
    private final ExecutorService callbacks = Executors.newFixedThreadPool(2, task -> new Thread(task, "callback"));
    private final List<SeckillEngine> engines = new ArrayList<>();
    private final List<ScriptedGate> gates = new ArrayList<>();

    @AfterEach
    void closeEverything() {
        gates.forEach(ScriptedGate::relent);
        engines.forEach(SeckillEngine::close);
        callbacks.shutdownNow();
    }

    @Test
    void sendsALonePurchaseAtOnceAndAlone() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 2, 100, LONG));

        submit(engine, "alice");
        submit(engine, "bob");

        assertThat(gate.calls).extracting(call -> call.wanted().size()).containsExactly(1, 1);
    }

    @Test
    void sendsWhatWaitedTogether() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, LONG));
        List<CompletableFuture<PurchaseResult>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            futures.add(submit(engine, "buyer-" + i));
        }

        gate.calls.get(0).acceptAll();

        assertThat(gate.calls).extracting(call -> call.wanted().size()).containsExactly(1, 9);
        gate.calls.get(1).acceptAll();
        for (int i = 0; i < 10; i++) {
            Accepted accepted = (Accepted) futures.get(i).join();
            assertThat(accepted.reservation().buyer().value()).isEqualTo("buyer-" + i);
        }
    }

    @Test
    void neverPutsMoreIntoABatchThanConfigured() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(4, 1, 100, LONG));
        for (int i = 0; i < 10; i++) {
            submit(engine, "buyer-" + i);
        }

        for (int i = 0; i < 4; i++) {
            gate.calls.get(i).acceptAll();
        }

        assertThat(gate.calls).extracting(call -> call.wanted().size()).containsExactly(1, 4, 4, 1);
    }

    @Test
    void keepsSalesApart() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, LONG));

        submit(engine, "alice");
        engine.submit(PurchaseRequest.of("other", "alice"));

        assertThat(gate.calls).extracting(call -> call.sale().value()).containsExactly("coupon", "other");
    }

    @Test
    void answersBusyAtOnceWhenTooManyWait() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 2, LONG));
        submit(engine, "sent");
        submit(engine, "queued-1");
        submit(engine, "queued-2");

        assertThat(submit(engine, "one-too-many")).isCompletedWithValue(Rejected.because(Reason.BUSY));
        assertThat(engine.buy(PurchaseRequest.of("coupon", "blocking"))).isEqualTo(Rejected.because(Reason.BUSY));
    }

    @Test
    void takesPurchasesAgainWhenTheQueueHasEmptied() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 1, LONG));
        submit(engine, "sent");
        submit(engine, "queued");
        gate.calls.get(0).acceptAll();

        assertThat(submit(engine, "next")).isNotDone();
    }

    @Test
    void saysThatTheOutcomeIsUnknownWhenTheGateIsSilent() {
        SeckillEngine engine = engine(ScriptedGate.silent(), config(256, 1, 100, Duration.ofMillis(50)));
        OrderId order = new OrderId("7301");

        SeckillUnavailableException blocking = catchThrowableOfType(
                SeckillUnavailableException.class,
                () -> engine.buy(PurchaseRequest.of("coupon", "alice").withOrder(order)));

        assertThat(blocking.outcomeKnown()).isFalse();
        assertThat(blocking.order()).hasValue(order);
        assertThat(blocking).hasMessageContaining("50 ms").hasMessageContaining("7301");
    }

    @Test
    void expiresAsynchronousPurchasesToo() {
        SeckillEngine engine = engine(ScriptedGate.silent(), config(256, 1, 100, Duration.ofMillis(50)));

        assertThat(failureOf(submit(engine, "alice")).outcomeKnown()).isFalse();
    }

    @Test
    void neverSendsWhatExpiredInTheQueue() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, Duration.ofMillis(200)));
        CompletableFuture<PurchaseResult> sent = submit(engine, "sent");
        CompletableFuture<PurchaseResult> queued = submit(engine, "queued");

        SeckillUnavailableException failure = failureOf(queued);

        assertThat(failure.outcomeKnown()).isTrue();
        assertThat(failure).hasMessageContaining("nothing was taken");
        assertThat(failureOf(sent).outcomeKnown()).isFalse();
        gate.calls.get(0).acceptAll();
        assertThat(gate.calls).hasSize(1);
    }

    @Test
    void goesOnAfterAGateThatNeverAnsweredAndDoesNotFloodIt() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(1, 1, 1_000, Duration.ofMillis(20)));

        for (int i = 0; i < 30; i++) {
            failureOf(submit(engine, "buyer-" + i));
        }
        int sent = gate.calls.size();
        assertThat(sent).isBetween(2, 17);

        gate.calls.forEach(ScriptedGate.Asked::acceptAll);
        submit(engine, "late");
        assertThat(gate.calls).hasSize(sent + 1);
    }

    @Test
    void anInterruptedCallerLearnsWhetherAnythingCanHaveHappened() throws Exception {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, LONG));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> stillInterrupted = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                engine.buy(PurchaseRequest.of("coupon", "alice"));
            } catch (SeckillUnavailableException e) {
                thrown.set(e);
                stillInterrupted.set(Thread.currentThread().isInterrupted());
            }
        });
        caller.start();
        await().until(() -> gate.calls.size() == 1);

        caller.interrupt();
        caller.join(10_000);

        assertThat(thrown.get()).hasMessageContaining("interrupted");
        assertThat(((SeckillUnavailableException) thrown.get()).outcomeKnown()).isFalse();
        assertThat(stillInterrupted.get()).isTrue();
    }

    @Test
    void passesOnWhetherTheGateKnowsTheOutcome() {
        SeckillEngine known = engine(failing(SeckillUnavailableException.nothingChanged("no connection", null)));
        SeckillEngine unknown = engine(failing(SeckillUnavailableException.outcomeUnknown("connection lost", null)));
        SeckillEngine wrapped = engine(
                failing(new CompletionException(SeckillUnavailableException.nothingChanged("no connection", null))));
        SeckillEngine surprising = engine(failing(new IllegalStateException("bug")));

        assertThat(failureOf(submit(known, "alice")).outcomeKnown()).isTrue();
        assertThat(failureOf(submit(unknown, "alice")).outcomeKnown()).isFalse();
        assertThat(failureOf(submit(wrapped, "alice")).outcomeKnown()).isTrue();
        assertThat(failureOf(submit(surprising, "alice")))
                .hasMessageContaining("bug")
                .matches(failure -> !failure.outcomeKnown());
    }

    @Test
    void survivesAGateThatThrowsOrAnswersTheWrongNumber() {
        SeckillEngine throwing = engine(new ScriptedGate(asked -> {
            throw new IllegalStateException("bug");
        }));
        SeckillEngine miscounting =
                engine(new ScriptedGate(asked -> asked.answer().complete(List.of())));

        assertThat(failureOf(submit(throwing, "alice"))).hasMessageContaining("bug");
        assertThat(failureOf(submit(throwing, "bob"))).hasMessageContaining("bug");
        assertThat(failureOf(submit(miscounting, "alice"))).hasMessageContaining("0 answers to 1 purchases");
    }

    @Test
    void cancellingWithdrawsAPurchaseThatWasNotSent() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, LONG));
        submit(engine, "sent");
        CompletableFuture<PurchaseResult> withdrawn = submit(engine, "withdrawn");
        submit(engine, "queued");

        withdrawn.cancel(true);
        gate.calls.get(0).acceptAll();

        assertThat(gate.calls.get(1).wanted())
                .extracting(one -> one.buyer().value())
                .containsExactly("queued");
    }

    @Test
    void runsCallbacksOnTheCallbackExecutor() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, LONG));
        CompletableFuture<String> thread = submit(engine, "alice")
                .thenApply(result -> Thread.currentThread().getName());

        gate.calls.get(0).acceptAll();

        assertThat(thread.join()).isEqualTo("callback");
    }

    @Test
    void runsCallbacksOnTheGatesThreadIfAsked() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, LONG), Runnable::run);
        CompletableFuture<Thread> thread = submit(engine, "alice").thenApply(result -> Thread.currentThread());

        gate.calls.get(0).acceptAll();

        assertThat(thread).isCompletedWithValue(Thread.currentThread());
    }

    @Test
    void aCallbackThatBlocksDelaysNobodyElse() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, LONG));
        submit(engine, "sent");
        CompletableFuture<PurchaseResult> first = submit(engine, "first");
        CompletableFuture<PurchaseResult> second = submit(engine, "second");
        CompletableFuture<PurchaseResult> waiting = first.thenApply(result -> second.join());
        gate.calls.get(0).acceptAll();

        gate.calls.get(1).acceptAll();

        assertThat(waiting.orTimeout(10, TimeUnit.SECONDS).join()).isInstanceOf(Accepted.class);
    }

    @Test
    void announcesByItselfWhenTheCallbackExecutorHasNoThreadLeft() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, Duration.ofMillis(50)), task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        assertThat(failureOf(submit(engine, "alice")).outcomeKnown()).isFalse();
        assertThat(failureOf(submit(engine, "bob")).outcomeKnown()).isFalse();
    }

    @Test
    void answersSoldOutByItselfForAWhile() {
        ScriptedGate gate = new ScriptedGate(asked -> asked.rejectAll(Reason.SOLD_OUT));
        SeckillEngine engine = engine(gate);

        for (int i = 0; i < 5; i++) {
            assertThat(engine.buy(PurchaseRequest.of("coupon", "buyer-" + i)))
                    .isEqualTo(Rejected.because(Reason.SOLD_OUT));
        }
        assertThat(submit(engine, "async")).isCompletedWithValue(Rejected.because(Reason.SOLD_OUT));

        assertThat(gate.calls).hasSize(1);
    }

    @Test
    void asksAgainWhenStockWasAnnounced() {
        ScriptedGate gate = new ScriptedGate(asked -> asked.rejectAll(Reason.SOLD_OUT));
        SeckillEngine engine = engine(gate);
        engine.buy(PurchaseRequest.of("coupon", "alice"));

        gate.announceStock(new SaleId("other"));
        engine.buy(PurchaseRequest.of("coupon", "alice"));
        assertThat(gate.calls).hasSize(1);

        gate.announceStock(SALE);
        engine.buy(PurchaseRequest.of("coupon", "alice"));
        assertThat(gate.calls).hasSize(2);
    }

    @Test
    void asksAgainByItselfInCaseTheAnnouncementWasLost() {
        ScriptedGate gate = new ScriptedGate(asked -> asked.rejectAll(Reason.SOLD_OUT));
        SeckillEngine engine = engine(gate, new EngineConfig(256, 2, 100, LONG, Duration.ofMillis(30)), callbacks);
        engine.buy(PurchaseRequest.of("coupon", "alice"));

        await().until(() -> {
            engine.buy(PurchaseRequest.of("coupon", "alice"));
            return gate.calls.size() >= 3;
        });
    }

    @Test
    void doesNotTrustASoldOutOlderThanTheAnnouncement() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate);
        submit(engine, "alice");

        gate.announceStock(SALE);
        gate.calls.get(0).rejectAll(Reason.SOLD_OUT);
        submit(engine, "bob");

        assertThat(gate.calls).hasSize(2);
    }

    @Test
    void askingForSeveralItemsProvesNothingAboutOne() {
        ScriptedGate gate = new ScriptedGate(asked -> asked.rejectAll(Reason.SOLD_OUT));
        SeckillEngine engine = engine(gate);

        engine.buy(PurchaseRequest.of("coupon", "alice").withQuantity(2));
        engine.buy(PurchaseRequest.of("coupon", "bob"));

        assertThat(gate.calls).hasSize(2);
    }

    @Test
    void alwaysAsksTheGateAboutAPurchaseThatMayBeARepetition() {
        ScriptedGate gate = new ScriptedGate(asked -> asked.rejectAll(Reason.SOLD_OUT));
        SeckillEngine engine = engine(gate);
        engine.buy(PurchaseRequest.of("coupon", "alice"));

        engine.buy(PurchaseRequest.of("coupon", "alice").withRequestKey("form-1"));
        engine.buy(PurchaseRequest.of("coupon", "alice").withOrder(new OrderId("7301")));

        assertThat(gate.calls).hasSize(3);
    }

    @Test
    void finishesWhatIsUnderWayWhenItCloses() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, LONG));
        CompletableFuture<PurchaseResult> sent = submit(engine, "sent");
        CompletableFuture<PurchaseResult> queued = submit(engine, "queued");
        CompletableFuture<Void> closing = CompletableFuture.runAsync(engine::close, callbacks);

        await().until(() -> submit(engine, "too-late").isCompletedExceptionally());
        gate.calls.get(0).acceptAll();
        await().until(() -> gate.calls.size() == 2);
        gate.calls.get(1).acceptAll();

        closing.join();
        assertThat(sent.join()).isInstanceOf(Accepted.class);
        assertThat(queued.join()).isInstanceOf(Accepted.class);
        assertThatThrownBy(() -> engine.buy(PurchaseRequest.of("coupon", "too-late")))
                .isInstanceOfSatisfying(
                        SeckillUnavailableException.class,
                        e -> assertThat(e.outcomeKnown()).isTrue());
    }

    @Test
    void settlesTheRestWhenItClosesInFrontOfASilentGate() {
        SeckillEngine engine = engine(ScriptedGate.silent(), config(256, 1, 100, Duration.ofMillis(100)));
        CompletableFuture<PurchaseResult> sent = submit(engine, "sent");
        CompletableFuture<PurchaseResult> queued = submit(engine, "queued");

        engine.close();

        assertThat(failureOf(sent).outcomeKnown()).isFalse();
        assertThat(failureOf(queued).outcomeKnown()).isTrue();
    }

    @Test
    void drainsALongQueueThroughAGateThatAnswersAtOnce() {
        AtomicReference<Runnable> release = new AtomicReference<>(() -> {});
        AtomicLong asked = new AtomicLong();
        ScriptedGate gate = new ScriptedGate(call -> {
            if (asked.getAndIncrement() == 0) {
                release.set(call::acceptAll);
            } else {
                call.acceptAll();
            }
        });
        SeckillEngine engine = engine(gate, config(1, 1, 100_000, LONG));
        List<CompletableFuture<PurchaseResult>> futures = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            futures.add(submit(engine, "buyer-" + i));
        }

        release.get().run();

        assertThat(futures)
                .allSatisfy(
                        future -> assertThat(future.get(10, TimeUnit.SECONDS)).isInstanceOf(Accepted.class));
    }

    @Test
    void aStampedeOfBlockingCallersGetsEachItsOwnAnswer() throws Exception {
        ExecutorService answering = Executors.newFixedThreadPool(4);
        ScriptedGate gate = new ScriptedGate(call -> answering.execute(() -> {
            Thread.onSpinWait();
            call.acceptAll();
        }));
        CountingMetrics metrics = new CountingMetrics();
        SeckillEngine engine = new SeckillEngine(gate, this::nextId, metrics, config(16, 2, 10_000, LONG), callbacks);
        engines.add(engine);
        ExecutorService callers = Executors.newFixedThreadPool(50);
        try {
            List<CompletableFuture<Void>> runs = new ArrayList<>();
            for (int c = 0; c < 50; c++) {
                int caller = c;
                runs.add(CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 200; i++) {
                                String buyer = caller + "-" + i;
                                PurchaseRequest request = PurchaseRequest.of("coupon", buyer);
                                PurchaseResult result =
                                        ThreadLocalRandom.current().nextBoolean()
                                                ? engine.buy(request)
                                                : engine.submit(request)
                                                        .toCompletableFuture()
                                                        .join();
                                assertThat(((Accepted) result)
                                                .reservation()
                                                .buyer()
                                                .value())
                                        .isEqualTo(buyer);
                            }
                        },
                        callers));
            }
            CompletableFuture.allOf(runs.toArray(CompletableFuture[]::new)).get(50, TimeUnit.SECONDS);
        } finally {
            callers.shutdownNow();
            answering.shutdownNow();
        }
        assertThat(metrics.purchased.get()).isEqualTo(10_000);
        assertThat(gate.calls.stream().mapToInt(call -> call.wanted().size()).sum())
                .isEqualTo(10_000);
        assertThat(gate.calls).allMatch(call -> call.wanted().size() <= 16);
    }

    @Test
    void tellsHowManyPurchasesWaitAndHowManyCallsAreUnderWay() {
        ScriptedGate gate = ScriptedGate.silent();
        SeckillEngine engine = engine(gate, config(256, 1, 100, LONG));
        submit(engine, "sent");
        submit(engine, "queued-1");
        submit(engine, "queued-2");
        engine.submit(PurchaseRequest.of("other", "alice"));

        assertThat(engine.queued()).isEqualTo(2);
        assertThat(engine.callsInFlight()).isEqualTo(2);

        gate.relent();
        assertThat(engine.queued()).isZero();
        assertThat(engine.callsInFlight()).isZero();
    }

    @Test
    void countsSoldOutAnswersThatTheGateWasNotAskedFor() {
        CountingMetrics metrics = new CountingMetrics();
        ScriptedGate gate = new ScriptedGate(asked -> asked.rejectAll(Reason.SOLD_OUT));
        try (SeckillEngine engine =
                new SeckillEngine(gate, this::nextId, metrics, config(256, 1, 100, LONG), callbacks)) {
            submit(engine, "asks-the-gate");
            submit(engine, "alice");
            engine.buy(PurchaseRequest.of("coupon", "bob"));
        }
        assertThat(metrics.latched).hasValue(2);
        assertThat(metrics.purchased).hasValue(3);
    }

    @Test
    void looksForAnOrderOnlyInSalesThatThereAre() {
        ScriptedGate gate = new ScriptedGate(asked -> {
            if (asked.sale().equals(SALE)) {
                asked.acceptAll();
            } else {
                asked.rejectAll(Reason.UNKNOWN_SALE);
            }
        });
        SeckillEngine engine = engine(gate);
        submit(engine, "alice");
        for (int i = 0; i < 50; i++) {
            engine.buy(PurchaseRequest.of("made-up-" + i, "bob"));
        }

        assertThat(engine.find(new OrderId("nobody-has-it"), new BuyerId("bob")))
                .isEqualTo(new OrderProgress.Unknown());
        assertThat(gate.questions).containsExactly(SALE);
    }

    @Test
    void whateverGoesWrongWithTheNewsOfAPurchaseItsCallerHasTheAnswer() {
        ScriptedGate gate = ScriptedGate.accepting();
        LaneContext context = new LaneContext(
                gate,
                SeckillMetrics.NONE,
                EngineConfig.DEFAULT,
                callbacks,
                new AtomicBoolean(),
                results -> {},
                results -> {
                    throw new IllegalStateException("no news today");
                });
        Lane lane = new Lane(SALE, context);
        AsyncPurchase purchase = new AsyncPurchase(
                Reservation.of(SALE, new BuyerId("alice"), nextId(), 1), System.nanoTime() + LONG.toNanos());

        lane.reserve();
        lane.enter(purchase);

        assertThat(purchase.outcome()).isInstanceOf(Accepted.class);
        assertThat(purchase.future.orTimeout(20, TimeUnit.SECONDS).join()).isInstanceOf(Accepted.class);
    }

    private static final class CountingMetrics implements SeckillMetrics {

        private final AtomicLong purchased = new AtomicLong();
        private final AtomicLong latched = new AtomicLong();

        @Override
        public void latched() {
            latched.incrementAndGet();
        }

        @Override
        public void purchased(PurchaseResult result) {
            purchased.incrementAndGet();
        }
    }

    private static ScriptedGate failing(Throwable failure) {
        return new ScriptedGate(asked -> asked.answer().completeExceptionally(failure));
    }

    private static EngineConfig config(int batchSize, int callsInFlight, int queueCapacity, Duration deadline) {
        return new EngineConfig(batchSize, callsInFlight, queueCapacity, deadline, Duration.ofSeconds(20));
    }

    private SeckillEngine engine(ScriptedGate gate) {
        return engine(gate, config(256, 2, 100, LONG));
    }

    private SeckillEngine engine(ScriptedGate gate, EngineConfig config) {
        return engine(gate, config, callbacks);
    }

    private SeckillEngine engine(ScriptedGate gate, EngineConfig config, Executor executor) {
        SeckillEngine engine = new SeckillEngine(gate, this::nextId, SeckillMetrics.NONE, config, executor);
        engines.add(engine);
        gates.add(gate);
        return engine;
    }

    private OrderId nextId() {
        return new OrderId(Long.toString(ids.incrementAndGet()));
    }

    private static CompletableFuture<PurchaseResult> submit(SeckillEngine engine, String buyer) {
        return engine.submit(PurchaseRequest.of("coupon", buyer)).toCompletableFuture();
    }

    private static SeckillUnavailableException failureOf(CompletableFuture<PurchaseResult> future) {
        return (SeckillUnavailableException) catchThrowableOfType(
                        CompletionException.class,
                        () -> future.orTimeout(20, TimeUnit.SECONDS).join())
                .getCause();
    }
}
