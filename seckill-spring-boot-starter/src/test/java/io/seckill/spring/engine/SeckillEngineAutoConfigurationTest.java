package io.seckill.spring.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.BuyerId;
import io.seckill.DeadLetters;
import io.seckill.OrderId;
import io.seckill.OrderProgress;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.engine.DeadLetterDesk;
import io.seckill.engine.EngineConfig;
import io.seckill.engine.RegistrySales;
import io.seckill.memory.InMemoryOrderLedger;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.spi.OrderLedger;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SeckillEngineAutoConfigurationTest {

    private final ApplicationContextRunner inMemory = Contexts.inMemory().withUserConfiguration(Contexts.Sink.class);

    @Test
    void offersSeckillAndSales() {
        inMemory.run(context -> {
            assertThat(context).hasSingleBean(Seckill.class);
            assertThat(context).getBean(Sales.class).isInstanceOf(RegistrySales.class);
        });
    }

    @Test
    void backsOffFromBeansOfTheApplication() {
        Seckill seckill = new NoSeckill();
        inMemory.withBean("mine", Seckill.class, () -> seckill)
                .run(context -> assertThat(context).getBean(Seckill.class).isSameAs(seckill));
    }

    @Test
    void opensSalesInTheLedgerToo() {
        Contexts.inMemory()
                .withBean(OrderLedger.class, () -> new InMemoryOrderLedger(Clock.systemUTC()))
                .run(context -> {
                    Sale sale = Samples.openSale(5, 1);
                    context.getBean(Sales.class).open(sale);

                    assertThat(context.getBean(OrderLedger.class).changeTotal(sale.id(), 5, 6))
                            .isTrue();
                });
    }

    @Test
    void decidesAboutDeadLetters() {
        inMemory.run(context ->
                assertThat(context.getBean(DeadLetters.class).list(10)).isEmpty());
        DeadLetters own = new DeadLetterDesk(new InMemoryOutbox(), null, null, Optional.empty());
        inMemory.withBean(DeadLetters.class, () -> own)
                .run(context -> assertThat(context.getBean(DeadLetters.class)).isSameAs(own));
    }

    @Test
    void exposesNoExecutor() {
        inMemory.run(context -> assertThat(context).doesNotHaveBean(Executor.class));
    }

    @Test
    void runsWhatCallersAttachOnThreadsOfItsOwn() {
        inMemory.run(context -> assertThat(threadOfCallback(context).getName()).startsWith("seckill-callback-"));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void usesVirtualThreadsWhereTheApplicationDoes() {
        inMemory.withPropertyValues("spring.threads.virtual.enabled=true")
                .run(context -> assertThat(threadOfCallback(context).toString()).startsWith("VirtualThread"));
    }

    @Test
    void hasTheDefaultsOfTheEngine() {
        SeckillEngineProperties defaults =
                new Binder(List.of()).bindOrCreate(SeckillEngineProperties.PREFIX, SeckillEngineProperties.class);

        assertThat(defaults.config()).isEqualTo(EngineConfig.DEFAULT);
    }

    @Test
    void namesABadPropertyAndItsValue() {
        inMemory.withPropertyValues("seckill.engine.deadline=-1s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.engine.deadline")
                        .hasMessageContaining("PT-1S")
                        .hasMessageContaining("Use more than zero"));
    }

    @Test
    void doesNotTakeAnyNumberOfCallbackThreads() {
        inMemory.withPropertyValues("seckill.engine.callback-threads=1025")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.engine.callback-threads")
                        .hasMessageContaining("'1025'")
                        .hasMessageContaining("Use 1 to 1024"));
    }

    /** Buys until an answer came after the callback was attached. */
    private static Thread threadOfCallback(AssertableApplicationContext context) {
        Sale sale = Samples.openSale(1_000, Sale.MAX_LIMIT);
        context.getBean(Sales.class).open(sale);
        Seckill seckill = context.getBean(Seckill.class);
        PurchaseRequest request = PurchaseRequest.of(sale.id(), Samples.buyer(1));
        return await().until(
                        () -> seckill.submit(request)
                                .thenApply(result -> Thread.currentThread())
                                .toCompletableFuture()
                                .join(),
                        thread -> thread != Thread.currentThread());
    }

    private static final class NoSeckill implements Seckill {

        @Override
        public PurchaseResult buy(PurchaseRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<PurchaseResult> submit(PurchaseRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OrderProgress find(OrderId order) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OrderProgress find(OrderId order, BuyerId buyer) {
            throw new UnsupportedOperationException();
        }
    }
}
