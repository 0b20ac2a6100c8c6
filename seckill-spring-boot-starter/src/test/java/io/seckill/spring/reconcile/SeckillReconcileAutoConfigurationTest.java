package io.seckill.spring.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.memory.InMemoryOrderLedger;
import io.seckill.reconcile.BooksReconciler;
import io.seckill.reconcile.Reconciler;
import io.seckill.redis.RedisKeys;
import io.seckill.spi.GateBooks;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SeckillReconcileAutoConfigurationTest {

    private static final String WATCH = "seckillDriftWatch";

    private final ApplicationContextRunner withBooks = Contexts.plain()
            .withUserConfiguration(Contexts.On.class, Contexts.Redis.class)
            .withBean(InMemoryOrderLedger.class, Clock.systemUTC())
            .withPropertyValues(Contexts.ownPrefix(), "seckill.relay.enabled=false");

    @Test
    void reconcilesWhereGateAndLedgerHaveBooks() {
        withBooks.run(context -> assertThat(context)
                .hasSingleBean(GateBooks.class)
                .hasSingleBean(BooksReconciler.class)
                .doesNotHaveBean(WATCH));
    }

    @Test
    void isMissingWithAnOrderSinkThatHasNoBooks() {
        Contexts.onRedis().run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Reconciler.class));
    }

    @Test
    void isMissingWithAGateThatHasNoBooks() {
        withBooks
                .withPropertyValues("seckill.gate=composed")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(GateBooks.class)
                        .doesNotHaveBean(Reconciler.class));
    }

    @Test
    void backsOffFromAReconcilerOfTheApplication() {
        withBooks
                .withBean("own", Reconciler.class, SeckillReconcileAutoConfigurationTest::own)
                .run(context ->
                        assertThat(context).hasSingleBean(Reconciler.class).doesNotHaveBean(BooksReconciler.class));
    }

    private static Reconciler own() {
        return (Reconciler) Proxy.newProxyInstance(
                Reconciler.class.getClassLoader(),
                new Class<?>[] {Reconciler.class},
                (proxy, method, arguments) -> null);
    }

    @Test
    void isOffByProperty() {
        withBooks
                .withPropertyValues("seckill.reconcile.enabled=false", "seckill.reconcile.watch=true")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(Reconciler.class)
                        .doesNotHaveBean(WATCH));
    }

    @Test
    void refusesAPageThatIsTooLarge() {
        withBooks
                .withPropertyValues("seckill.reconcile.page=1001")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.reconcile.page")
                        .hasMessageContaining("1001"));
    }

    @Test
    void countsDriftAtEveryCheckAndLogsItWhenItChanges(CapturedOutput output) {
        List<String> drifted = new CopyOnWriteArrayList<>();
        withBooks
                .withBean("metrics", SeckillMetrics.class, () -> new SeckillMetrics() {
                    @Override
                    public void drifted(String kind, int differences) {
                        drifted.add(kind + " " + differences);
                    }
                })
                .withPropertyValues(
                        "seckill.reconcile.watch=true",
                        "seckill.reconcile.interval=20ms",
                        "seckill.reconcile.settle=0ms")
                .run(context -> {
                    Sale sale = Samples.openSale(10, 1);
                    context.getBean(Sales.class).open(sale);
                    String key = context.getBean(RedisKeys.class).sale(sale.id());

                    LocalRedis.shared().command("HINCRBY", key, "available", "2");
                    await().until(() -> drifted.size() >= 3);
                    LocalRedis.shared().command("HINCRBY", key, "available", "-2");
                    await().until(() -> output.getOut().contains("agree on sale " + sale.id() + " again"));

                    assertThat(drifted).containsOnly("counters-do-not-add-up 1");
                    assertThat(output.getOut()).containsOnlyOnce("differ in sale " + sale.id());
                    assertThat(output.getOut()).contains("12 available, 0 reserved and 0 sold");
                });
    }
}
