package io.seckill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.memory.InMemoryOrderLedger;
import io.seckill.spi.OrderLedger;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LedgerQuestionsTest {

    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicBoolean hanging = new AtomicBoolean();
    private final AtomicBoolean exhausted = new AtomicBoolean();
    private final LedgerQuestions questions = new LedgerQuestions(ledger(), (order, found) -> {}, task -> {
        if (exhausted.get()) {
            throw new Error("no thread to be had"); // in truth an OutOfMemoryError, which JUnit does not survive
        }
        return new Thread(task, "questions");
    });

    @AfterEach
    void close() {
        answer.countDown();
        questions.close();
    }

    @Test
    void failsAtOnceWhileTooManyWaitForALedgerThatHangs() {
        hanging.set(true);
        CompletableFuture<Optional<Order>> first = questions.ask(order(0));
        for (int number = 1; number < LedgerQuestions.MOST_WAITING; number++) {
            questions.ask(order(number));
        }

        for (int number = 0; number < 100; number++) {
            assertThat(questions.ask(order(LedgerQuestions.MOST_WAITING + number)))
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("20000 orders wait for its answer already");
        }
        assertThat(questions.waiting()).isEqualTo(LedgerQuestions.MOST_WAITING);
        assertThat(questions.ask(order(0))).isSameAs(first);

        answer.countDown();
        await().until(() -> questions.waiting() == 0);
        assertThat(ask(order(LedgerQuestions.MOST_WAITING))).isEmpty();
    }

    @Test
    void asksAgainAfterThereWasNoThreadToBeHad() {
        exhausted.set(true);
        assertThat(questions.ask(order(1))).isCompletedExceptionally();

        exhausted.set(false);

        assertThat(ask(order(1))).isEmpty();
    }

    private Optional<Order> ask(OrderId order) {
        return questions.ask(order).orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static OrderId order(int number) {
        return new OrderId(Integer.toString(number));
    }

    private OrderLedger ledger() {
        OrderLedger real = new InMemoryOrderLedger(Clock.systemUTC());
        return (OrderLedger) Proxy.newProxyInstance(
                OrderLedger.class.getClassLoader(), new Class<?>[] {OrderLedger.class}, (proxy, method, arguments) -> {
                    if (hanging.get()) {
                        answer.await();
                    }
                    return method.invoke(real, arguments);
                });
    }
}
