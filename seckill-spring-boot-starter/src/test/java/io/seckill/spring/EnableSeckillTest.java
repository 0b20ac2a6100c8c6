package io.seckill.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleSource;
import io.seckill.test.contract.Samples;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

class EnableSeckillTest {

    private final ApplicationContextRunner everythingButTheAnnotation = Contexts.plain()
            .withUserConfiguration(Contexts.Redis.class, Contexts.Sink.class)
            .withPropertyValues(Contexts.ownPrefix())
            .withBean(SimpleMeterRegistry.class)
            .withBean("source", SaleSource.class, () -> horizon -> List.of());

    private final ApplicationContextRunner everything =
            everythingButTheAnnotation.withUserConfiguration(Contexts.On.class);

    @Test
    void startsEverythingWithTheAnnotation() {
        everything.run(context -> assertThat(oursIn(context))
                .containsExactlyInAnyOrder(
                        "seckillRedisKeys",
                        "seckillKeepSettled",
                        "seckillRedisDriver",
                        "seckillGate",
                        "seckillGateBooks",
                        "seckillSaleRegistry",
                        "seckillOutbox",
                        "seckillNodeLease",
                        "seckillOrderIds",
                        "seckillEngine",
                        "seckillSales",
                        "seckillDeadLetters",
                        "seckillCatalog",
                        "seckillOrderAnnouncements",
                        "seckillEvents",
                        "seckillRelay",
                        "seckillRelayLifecycle",
                        "seckillWarmUp",
                        "seckillMetrics",
                        "seckillBacklogSampling",
                        "seckillEngineGauges",
                        "seckillSaleGauges",
                        "seckillSaleWatch",
                        "seckillHealth",
                        "seckillHealthIndicator",
                        "seckillHealthStatusOrder"));
    }

    @Test
    void startsNothingWithoutTheAnnotation() {
        everythingButTheAnnotation.run(context -> assertThat(oursIn(context)).isEmpty());
    }

    @Test
    void oneSwitchTurnsEverythingOff() {
        everything
                .withPropertyValues("seckill.enabled=false")
                .run(context -> assertThat(oursIn(context)).isEmpty());
    }

    @Test
    void closingLeavesNoThreadBehind() {
        everything.run(context -> {
            buy(context, opened(context), 1);
            assertThat(Contexts.threads()).isNotEmpty();
        });
        await().untilAsserted(() -> assertThat(Contexts.threads()).isEmpty());
    }

    @Test
    void aStoppedApplicationTakesNoPurchasesAndGoesOnWhenStartedAgain() {
        everything.run(context -> {
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            Sale sale = opened(context);
            assertThat(buy(context, sale, 1)).isInstanceOf(Accepted.class);

            application.stop();
            assertNothingChanged(() -> buy(context, sale, 2));

            application.start();
            assertThat(buy(context, sale, 3)).isInstanceOf(Accepted.class);
            await().untilAsserted(() ->
                    assertThat(parcels(context.getBean(Outbox.class))).isZero());
        });
    }

    private static void assertNothingChanged(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SeckillUnavailableException.class,
                        failure -> assertThat(failure.outcomeKnown()).isTrue());
    }

    private static List<String> oursIn(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        return Stream.of(context.getBeanDefinitionNames())
                .filter(name -> name.startsWith("seckill") && !name.contains("."))
                .toList();
    }

    private static Sale opened(AssertableApplicationContext context) {
        Sale sale = Samples.openSale(10, 1);
        context.getBean(Sales.class).open(sale);
        return sale;
    }

    private static PurchaseResult buy(AssertableApplicationContext context, Sale sale, int buyer) {
        return context.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(buyer)));
    }

    private static long parcels(Outbox outbox) {
        return IntStream.range(0, outbox.partitions())
                .mapToLong(partition -> outbox.backlog(partition).parcels())
                .sum();
    }
}
