package io.seckill.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.PurchaseRequest;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.spi.Outbox;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SeckillMetrics.LimitKind;
import io.seckill.spi.SeckillMetrics.OrderChangeKind;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import java.lang.reflect.Proxy;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SeckillMetricsAutoConfigurationTest {

    private final ApplicationContextRunner withoutRegistry =
            Contexts.inMemory().withUserConfiguration(Contexts.Sink.class);
    private final ApplicationContextRunner withRegistry = withoutRegistry.withBean(SimpleMeterRegistry.class);

    @Test
    void everyMeterAndOutcomeIsThereFromTheStart() {
        withRegistry.run(
                context -> assertThat(context.getBean(MeterRegistry.class).getMeters())
                        .extracting(SeckillMetricsAutoConfigurationTest::nameAndTags)
                        .containsExactlyInAnyOrder(
                                "seckill.purchases outcome=accepted",
                                "seckill.purchases outcome=replayed",
                                "seckill.purchases outcome=unknown-sale",
                                "seckill.purchases outcome=not-started",
                                "seckill.purchases outcome=ended",
                                "seckill.purchases outcome=paused",
                                "seckill.purchases outcome=sold-out",
                                "seckill.purchases outcome=limit-reached",
                                "seckill.purchases outcome=released",
                                "seckill.purchases outcome=busy",
                                "seckill.purchases.latched",
                                "seckill.purchases.limited kind=node",
                                "seckill.purchases.limited kind=cluster",
                                "seckill.purchases.limited kind=buyer",
                                "seckill.purchases.limited kind=address",
                                "seckill.purchases.failed outcome=known",
                                "seckill.purchases.failed outcome=unknown",
                                "seckill.gate",
                                "seckill.batch.size",
                                "seckill.deliveries outcome=stored",
                                "seckill.deliveries outcome=already-stored",
                                "seckill.deliveries outcome=refused",
                                "seckill.deliveries outcome=retry",
                                "seckill.deliveries outcome=dead",
                                "seckill.engine.queued",
                                "seckill.engine.calls",
                                "seckill.orders change=stored",
                                "seckill.orders change=paid",
                                "seckill.orders change=paid-too-late",
                                "seckill.orders change=cancelled",
                                "seckill.orders change=expired",
                                "seckill.gate.told outcome=told",
                                "seckill.gate.told outcome=retry",
                                "seckill.late.payments outcome=refunded",
                                "seckill.late.payments outcome=retry",
                                "seckill.drift kind=sale-missing",
                                "seckill.drift kind=totals-differ",
                                "seckill.drift kind=epochs-differ",
                                "seckill.drift kind=counters-do-not-add-up",
                                "seckill.drift kind=counters-differ-from-holdings",
                                "seckill.drift kind=ledger-count-differs",
                                "seckill.drift kind=order-lost",
                                "seckill.drift kind=order-not-held",
                                "seckill.drift kind=live-but-released",
                                "seckill.drift kind=dead-but-held",
                                "seckill.drift kind=paid-not-sold",
                                "seckill.drift kind=sold-not-paid",
                                "seckill.events.dropped",
                                "seckill.outbox.parcels",
                                "seckill.outbox.pending",
                                "seckill.outbox.age",
                                "seckill.dead.letters"));
    }

    @Test
    void countsWhatHappens() {
        withRegistry.run(context -> {
            Sale sale = Samples.openSale(1, 1);
            context.getBean(Sales.class).open(sale);
            Seckill seckill = context.getBean(Seckill.class);
            seckill.buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));
            seckill.buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)).withRequestKey("again"));
            seckill.buy(PurchaseRequest.of(sale.id(), Samples.buyer(2)));
            seckill.buy(PurchaseRequest.of(sale.id(), Samples.buyer(3)));

            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(count(meters, "seckill.purchases", "accepted")).isEqualTo(1);
            assertThat(count(meters, "seckill.purchases", "limit-reached")).isEqualTo(1);
            assertThat(count(meters, "seckill.purchases", "sold-out")).isEqualTo(2);
            assertThat(meters.get("seckill.purchases.latched").counter().count())
                    .isEqualTo(1);
            assertThat(meters.get("seckill.gate").timer().count()).isEqualTo(3);
            assertThat(meters.get("seckill.batch.size").summary().totalAmount()).isEqualTo(3);
            await().untilAsserted(() ->
                    assertThat(count(meters, "seckill.deliveries", "stored")).isEqualTo(1));
        });
    }

    @Test
    void countsWhatBecomesOfOrders() {
        MeterRegistry meters = new SimpleMeterRegistry();
        SeckillMetrics metrics = new MicrometerSeckillMetrics(meters);

        metrics.ordersChanged(OrderChangeKind.PAID_TOO_LATE, 3);
        metrics.gateTold(false, 2);
        metrics.latePaymentHandled(true);
        metrics.limited(LimitKind.BUYER);
        metrics.drifted("order-lost", 4);
        metrics.drifted("order-lost", 1);
        metrics.eventDropped();

        assertThat(meters.getMeters().stream()
                        .filter(Counter.class::isInstance)
                        .map(Counter.class::cast)
                        .filter(counter -> counter.count() > 0)
                        .map(counter -> nameAndTags(counter) + " " + counter.count()))
                .containsExactlyInAnyOrder(
                        "seckill.orders change=paid-too-late 3.0",
                        "seckill.gate.told outcome=retry 2.0",
                        "seckill.late.payments outcome=refunded 1.0",
                        "seckill.purchases.limited kind=buyer 1.0",
                        "seckill.drift kind=order-lost 5.0",
                        "seckill.events.dropped 1.0");
    }

    @Test
    void showsEachSaleAsItIs() {
        withRegistry.withPropertyValues("seckill.watch.interval=10ms").run(context -> {
            Sale sale = Samples.openSale(3, 1);
            context.getBean(Sales.class).open(sale);
            context.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));

            MeterRegistry meters = context.getBean(MeterRegistry.class);
            String id = sale.id().value();
            await().untilAsserted(() -> {
                assertThat(saleGauge(meters, "seckill.sale.available", id)).isEqualTo(2);
                assertThat(saleGauge(meters, "seckill.sale.sold", id)).isZero();
            });
        });
    }

    private static double saleGauge(MeterRegistry meters, String name, String sale) {
        return meters.get(name).tag("sale", sale).gauge().value();
    }

    @Test
    void showsWhatLiesInTheOutbox() {
        withRegistry
                .withPropertyValues("seckill.relay.enabled=false", "seckill.metrics.backlog-interval=10ms")
                .run(context -> {
                    Sale sale = Samples.openSale(1, 1);
                    context.getBean(Sales.class).open(sale);
                    context.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));
                    context.getBean(Outbox.class).take(0, 1);

                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    await().untilAsserted(() -> {
                        assertThat(gauge(meters, "seckill.outbox.parcels")).isEqualTo(1);
                        assertThat(gauge(meters, "seckill.outbox.pending")).isEqualTo(1);
                        assertThat(gauge(meters, "seckill.dead.letters")).isZero();
                        assertThat(meters.get("seckill.outbox.age").timeGauge().value())
                                .isPositive();
                    });
                });
    }

    @Test
    void showsNothingRatherThanSomethingOldWhileTheOutboxGivesNoAnswer() {
        MeterRegistry meters = new SimpleMeterRegistry();
        FlakyOutbox outbox = new FlakyOutbox();
        BacklogGauges gauges = new BacklogGauges(outbox.proxy(), meters);
        assertThat(gauge(meters, "seckill.outbox.parcels")).isNaN();

        gauges.run();
        assertThat(gauge(meters, "seckill.outbox.parcels")).isZero();

        outbox.broken = true;
        assertThatThrownBy(gauges::run).isInstanceOf(SeckillUnavailableException.class);
        assertThat(gauge(meters, "seckill.outbox.parcels")).isNaN();
    }

    @Test
    void isOffWithoutARegistry() {
        withoutRegistry.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SeckillMetrics.class));
    }

    @Test
    void isOffByProperty() {
        withRegistry
                .withPropertyValues("seckill.metrics.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SeckillMetrics.class));
    }

    @Test
    void isOffWithoutMicrometer() {
        withoutRegistry
                .withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SeckillMetrics.class));
    }

    @Test
    void backsOffFromMetricsOfTheApplication() {
        withRegistry
                .withBean(SeckillMetrics.class, () -> SeckillMetrics.NONE)
                .run(context ->
                        assertThat(context).getBean(SeckillMetrics.class).isSameAs(SeckillMetrics.NONE));
    }

    private static String nameAndTags(Meter meter) {
        return Stream.concat(
                        Stream.of(meter.getId().getName()),
                        meter.getId().getTags().stream().map(tag -> tag.getKey() + "=" + tag.getValue()))
                .reduce((a, b) -> a + " " + b)
                .orElseThrow();
    }

    private static double count(MeterRegistry meters, String name, String outcome) {
        return meters.get(name).tag("outcome", outcome).counter().count();
    }

    private static double gauge(MeterRegistry meters, String name) {
        return meters.get(name).gauge().value();
    }

    private static final class FlakyOutbox {

        private final Outbox outbox = new InMemoryOutbox();
        private boolean broken;

        Outbox proxy() {
            return (Outbox) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Outbox.class}, (proxy, method, arguments) -> {
                        if (broken) {
                            throw SeckillUnavailableException.nothingChanged("no answer", null);
                        }
                        return method.invoke(outbox, arguments);
                    });
        }
    }
}
