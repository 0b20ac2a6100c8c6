package io.seckill.engine;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.seckill.OrderId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.RateLimiter;
import io.seckill.spi.SeckillMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that asks a limiter before the gate. */
@Timeout(60)
class LimitedEngineTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration WAIT = Duration.ofMillis(250);
    private static final PurchaseRequest WISH = PurchaseRequest.of("coupon", "alice");

    private final ScriptedGate gate = ScriptedGate.accepting();
    private final AtomicLong ids = new AtomicLong();
    private final List<PurchaseResult> counted = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Optional<Duration>>> asked = new CopyOnWriteArrayList<>();
    private final List<SeckillEngine> engines = new ArrayList<>();

    @AfterEach
    void close() {
        gate.relent();
        asked.forEach(answer -> answer.complete(Optional.empty()));
        engines.forEach(SeckillEngine::close);
    }

    @Test
    void whatTheLimiterTurnsAwayAtOnceIsBusyForThatTimeAndNeverReachesTheGate() {
        SeckillEngine engine = engine(request -> CompletableFuture.completedFuture(Optional.of(WAIT)), 100, LONG);

        assertThat(engine.buy(WISH)).isEqualTo(Rejected.busyFor(WAIT));
        assertThat(engine.submit(WISH)).isCompletedWithValue(Rejected.busyFor(WAIT));

        assertThat(gate.calls).isEmpty();
        assertThat(counted).hasSize(2);
    }

    @Test
    void whatTheLimiterTurnsAwayLaterIsBusyForThatTime() {
        SeckillEngine engine = engine(this::later, 100, LONG);
        CompletableFuture<PurchaseResult> result = engine.submit(WISH).toCompletableFuture();
        assertThat(result).isNotDone();

        asked.get(0).complete(Optional.of(WAIT));

        assertThat(result.join()).isEqualTo(Rejected.busyFor(WAIT));
        assertThat(gate.calls).isEmpty();
        assertThat(counted).containsExactly(Rejected.busyFor(WAIT));
    }

    @Test
    void whatTheLimiterLetsPassLaterGoesToTheGate() {
        SeckillEngine engine = engine(this::later, 100, LONG);
        CompletableFuture<PurchaseResult> result = engine.submit(WISH).toCompletableFuture();
        assertThat(gate.calls).isEmpty();

        asked.get(0).complete(Optional.empty());

        assertThat(result.join()).isInstanceOf(Accepted.class);
    }

    @Test
    void aBlockedCallerGetsTheLimitersAnswer() {
        SeckillEngine engine = engine(
                request -> CompletableFuture.supplyAsync(
                        () -> Optional.of(WAIT), CompletableFuture.delayedExecutor(50, MILLISECONDS)),
                100,
                LONG);

        assertThat(engine.buy(WISH)).isEqualTo(Rejected.busyFor(WAIT));
    }

    @Test
    void aLimiterThatFailsLetsPass() {
        assertThat(engine(request -> CompletableFuture.failedFuture(new IllegalStateException("no answer")), 100, LONG)
                        .buy(WISH))
                .isInstanceOf(Accepted.class);
        assertThat(engine(
                                request -> {
                                    throw new IllegalStateException("no limiter");
                                },
                                100,
                                LONG)
                        .buy(WISH))
                .isInstanceOf(Accepted.class);
    }

    @Test
    void theDeadlineHoldsWhileTheLimiterIsSilent() {
        SeckillEngine engine = engine(this::later, 1, Duration.ofMillis(100));

        SeckillUnavailableException blocking =
                catchThrowableOfType(SeckillUnavailableException.class, () -> engine.buy(WISH));
        assertThat(blocking).hasMessageContaining("100 ms").matches(SeckillUnavailableException::outcomeKnown);

        await().untilAsserted(() -> assertThat(catchThrowableOfType(
                                CompletionException.class,
                                () -> engine.submit(WISH).toCompletableFuture().join())
                        .getCause())
                .hasMessageContaining("before it was sent"));
        assertThat(gate.calls).isEmpty();
    }

    @Test
    void anAnswerAfterTheDeadlineChangesNothing() {
        SeckillEngine engine = engine(this::later, 1, Duration.ofMillis(50));
        CompletableFuture<PurchaseResult> late = engine.submit(WISH).toCompletableFuture();
        await().until(late::isCompletedExceptionally);

        asked.get(0).complete(Optional.empty());

        assertThat(gate.calls).isEmpty();
        assertThat(engine.submit(WISH)).as("the place is free, and only once").isNotDone();
        assertThat(engine.submit(WISH)).isCompletedWithValue(Rejected.because(Reason.BUSY));
    }

    @Test
    void whoWaitsForTheLimiterHasAPlaceInTheQueueAndGivesItBackWhenTurnedAway() {
        SeckillEngine engine = engine(this::later, 2, LONG);
        engine.submit(WISH);
        engine.submit(WISH);

        assertThat(engine.submit(WISH)).isCompletedWithValue(Rejected.because(Reason.BUSY));
        assertThat(asked).as("the limiter is not asked without a place").hasSize(2);

        asked.get(0).complete(Optional.of(WAIT));
        asked.get(1).complete(Optional.empty());
        assertThat(engine.submit(WISH)).isNotDone();
        assertThat(engine.submit(WISH)).isNotDone();
    }

    @Test
    void aSoldOutSaleCostsNoLimitAndARepetitionIsLimitedAsWell() {
        ScriptedGate soldOut = new ScriptedGate(call -> call.rejectAll(Reason.SOLD_OUT));
        SeckillEngine engine = engine(soldOut, this::later, 100, LONG);
        CompletableFuture<PurchaseResult> first = engine.submit(WISH).toCompletableFuture();
        asked.get(0).complete(Optional.empty());
        first.join();

        assertThat(engine.buy(WISH)).isEqualTo(Rejected.because(Reason.SOLD_OUT));
        assertThat(asked).hasSize(1);

        engine.submit(WISH.withRequestKey("form-1"));
        engine.submit(WISH.withOrder(new OrderId("7301")));
        assertThat(asked).hasSize(3);
    }

    @Test
    void closingSettlesWhoWaitsForTheLimiter() {
        SeckillEngine engine = engine(this::later, 100, Duration.ofMillis(300));
        CompletableFuture<PurchaseResult> result = engine.submit(WISH).toCompletableFuture();

        engine.close();

        assertThat(result).isCompletedExceptionally();
        asked.get(0).complete(Optional.empty());
        assertThat(gate.calls).isEmpty();
    }

    private CompletableFuture<Optional<Duration>> later(PurchaseRequest request) {
        CompletableFuture<Optional<Duration>> answer = new CompletableFuture<>();
        asked.add(answer);
        return answer;
    }

    private SeckillEngine engine(RateLimiter limiter, int queueCapacity, Duration deadline) {
        return engine(gate, limiter, queueCapacity, deadline);
    }

    private SeckillEngine engine(ScriptedGate theGate, RateLimiter limiter, int queueCapacity, Duration deadline) {
        SeckillMetrics metrics = new SeckillMetrics() {
            @Override
            public void purchased(PurchaseResult result) {
                counted.add(result);
            }
        };
        EngineParts parts = EngineParts.of(
                        theGate, () -> new OrderId(Long.toString(ids.incrementAndGet())), Runnable::run)
                .withMetrics(metrics)
                .withLimiter(limiter);
        SeckillEngine engine =
                new SeckillEngine(parts, new EngineConfig(256, 1, queueCapacity, deadline, Duration.ofSeconds(20)));
        engines.add(engine);
        return engine;
    }
}
