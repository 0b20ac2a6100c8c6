package io.seckill.spring.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.spi.SaleSource;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SeckillWarmUpAutoConfigurationTest {

    private static final String WARM_UP = "seckillWarmUp";

    private final Sale announced = startingSoon();
    private final List<Instant> asked = new CopyOnWriteArrayList<>();
    private final ApplicationContextRunner withoutSource =
            Contexts.inMemory().withUserConfiguration(Contexts.Sink.class);
    private final ApplicationContextRunner withSource =
            withoutSource.withBean("source", SaleSource.class, () -> horizon -> {
                asked.add(horizon);
                return List.of(announced);
            });

    @Test
    void opensWhatTheSourcesAnnounce() {
        Sale another = startingSoon();
        withSource
                .withBean("another", SaleSource.class, () -> horizon -> List.of(another))
                .run(context -> await().untilAsserted(
                                () -> assertThat(context.getBean(Sales.class).list())
                                        .extracting(status -> status.sale().id())
                                        .containsExactlyInAnyOrder(announced.id(), another.id())));
    }

    @Test
    void asksAgainAndAgainForTheLeadByTheClockOfTheApplication() {
        Instant now = Instant.parse("2030-11-11T00:00:00Z");
        withSource
                .withBean(Clock.class, () -> Clock.fixed(now, ZoneOffset.UTC))
                .withPropertyValues("seckill.warm-up.interval=10ms", "seckill.warm-up.lead=1h")
                .run(context -> await().untilAsserted(() ->
                        assertThat(asked).hasSizeGreaterThan(2).containsOnly(now.plus(Duration.ofHours(1)))));
    }

    @Test
    void isOffWithoutASource() {
        withoutSource.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(WARM_UP));
    }

    @Test
    void isOffByProperty() {
        withSource
                .withPropertyValues("seckill.warm-up.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(WARM_UP));
        assertThat(asked).isEmpty();
    }

    @Test
    void refusesALeadThatWouldOpenSalesTooLate() {
        withSource
                .withPropertyValues("seckill.warm-up.interval=10m", "seckill.warm-up.lead=1m")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.warm-up.lead")
                        .hasMessageContaining("PT1M")
                        .hasMessageContaining("PT10M"));
    }

    private static Sale startingSoon() {
        Instant opens = Instant.now().plusSeconds(300);
        return new Sale(Samples.saleId(), 5, 1, opens, opens.plusSeconds(3_600));
    }
}
