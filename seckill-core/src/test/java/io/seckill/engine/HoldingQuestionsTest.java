package io.seckill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.OrderId;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.spi.SaleRegistry;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which sales the gate is asked about, and who looks for them. */
@Timeout(60)
class HoldingQuestionsTest {

    private static final SaleId SALE = new SaleId("coupon");

    private final AtomicLong nanos = new AtomicLong(1);
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicBoolean hanging = new AtomicBoolean();
    private final AtomicBoolean failing = new AtomicBoolean();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final SaleRegistry sales = new InMemorySaleRegistry(Clock.systemUTC());
    private final ScriptedGate gate = ScriptedGate.silent();
    private final HoldingQuestions questions = new HoldingQuestions(gate, Optional.of(watched()), List::of, nanos::get);

    @BeforeEach
    void openSale() {
        open(SALE);
    }

    @AfterEach
    void letGo() {
        answer.countDown();
    }

    @Test
    void oneLooksAtTheSalesWhileAllOthersTakeWhatWasSeenBefore() {
        finish(ask());
        hanging.set(true);
        pass(Duration.ofSeconds(6));

        for (int i = 0; i < 100; i++) {
            assertThat(ask()).isCompletedWithValue(Optional.empty());
        }

        assertThat(gate.questions).hasSize(101).containsOnly(SALE);
        await().until(() -> looks.get() == 2);
    }

    @Test
    void nobodyIsHeldUpByALookHoweverLongItTakes() {
        hanging.set(true);

        CompletableFuture<Optional<Holding>> first = ask();
        CompletableFuture<Optional<Holding>> other = ask();
        assertThat(first).isNotDone();
        assertThat(other).isNotDone();

        answer.countDown();
        finish(first);
        finish(other);
        assertThat(looks).hasValue(1);
    }

    @Test
    void aNewSaleIsFoundAtTheNextLook() {
        finish(ask());
        open(new SaleId("new"));

        await().until(() -> {
            pass(Duration.ofSeconds(5));
            finish(ask());
            return gate.questions.contains(new SaleId("new"));
        });
    }

    @Test
    void whatWasSeenLongAgoIsNotTaken() {
        finish(ask());
        open(new SaleId("new"));
        pass(Duration.ofMinutes(10));

        finish(ask());

        assertThat(gate.questions).contains(new SaleId("new"));
    }

    @Test
    void aLookThatFailsIsRepeatedByTheNextWhoAsks() {
        failing.set(true);
        assertThat(ask())
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withMessageContaining("no answer");

        failing.set(false);

        finish(ask());
        assertThat(gate.questions).containsExactly(SALE);
    }

    private CompletableFuture<Optional<Holding>> ask() {
        return questions.ask(new OrderId("1"), new BuyerId("alice"));
    }

    private static void finish(CompletableFuture<Optional<Holding>> asked) {
        assertThat(asked.orTimeout(20, TimeUnit.SECONDS).join()).isEmpty();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private void open(SaleId id) {
        Instant now = Instant.now();
        sales.open(new Sale(id, 10, 1, now.minusSeconds(60), now.plusSeconds(3_600)));
    }

    private SaleRegistry watched() {
        return (SaleRegistry) Proxy.newProxyInstance(
                SaleRegistry.class.getClassLoader(),
                new Class<?>[] {SaleRegistry.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("ids")) {
                        looks.incrementAndGet();
                    }
                    if (hanging.get()) {
                        answer.await();
                    }
                    if (failing.get()) {
                        throw SeckillUnavailableException.nothingChanged("no answer", null);
                    }
                    return method.invoke(sales, arguments);
                });
    }
}
