package io.seckill.spring.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.PurchaseRequest;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.memory.InMemoryOrderLedger;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.order.OrderSweep;
import io.seckill.relay.OrderRelay;
import io.seckill.spi.OrderSink;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.spi.SinkUnavailableException;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class SeckillHealthAutoConfigurationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ApplicationContextRunner shop = Contexts.inMemory()
            .withUserConfiguration(Contexts.Sink.class)
            .withPropertyValues("seckill.health.timeout=20s");
    private final ApplicationContextRunner onlySells = shop.withPropertyValues("seckill.relay.enabled=false");

    @Test
    void isUpAndShowsTheFigures() {
        shop.run(context -> {
            assertThat(BootHealth.status(context)).isEqualTo("UP");
            assertThat(BootHealth.details(context)).containsOnlyKeys("relay", "outbox");
            assertThat(BootHealth.details(context).get("outbox").toString()).contains("parcels=0", "deadLetters=0");
            assertThat(BootHealth.details(context).get("relay").toString()).contains("running=true");
        });
    }

    @Test
    void isDegradedWhenTooManyParcelsWait() {
        onlySells.withPropertyValues("seckill.health.backlog-parcels=1").run(context -> {
            Sale sale = opened(context);
            buy(context, sale, 1);
            assertThat(BootHealth.status(context)).isEqualTo("UP");

            buy(context, sale, 2);
            assertThat(BootHealth.status(context)).isEqualTo("DEGRADED");
            assertThat(reasons(context)).isEqualTo("[2 parcels wait, more than 1]");
        });
    }

    @Test
    void isDegradedWhenAParcelWaitsTooLong() {
        onlySells.withPropertyValues("seckill.health.backlog-age=10ms").run(context -> {
            buy(context, opened(context), 1);

            await().atMost(PATIENCE).until(() -> BootHealth.status(context).equals("DEGRADED"));
            assertThat(reasons(context)).contains("the oldest parcel waits for");
        });
    }

    @Test
    void isDegradedWhileThereAreDeadLetters() {
        onlySells.run(context -> {
            buy(context, opened(context), 1);
            Outbox outbox = context.getBean(Outbox.class);
            Parcel parcel = outbox.take(0, 1).get(0);
            Reservation dead = parcel.reservations().get(0);
            outbox.settle(parcel, List.of(new DeadLetter(dead, 30, "poison", "poison")));

            assertThat(BootHealth.status(context)).isEqualTo("DEGRADED");
            assertThat(reasons(context)).isEqualTo("[1 dead letters wait for a decision]");
        });
    }

    @Test
    void isDegradedWhileTheRelayCannotReachTheOrderSink() {
        Contexts.inMemory()
                .withPropertyValues("seckill.health.timeout=20s")
                .withBean(OrderSink.class, () -> reservations -> {
                    throw new SinkUnavailableException("the database is down", null);
                })
                .run(context -> {
                    buy(context, opened(context), 1);

                    await().atMost(PATIENCE)
                            .until(() -> BootHealth.status(context).equals("DEGRADED"));
                    assertThat(reasons(context)).contains("the relay's order sink fails since");
                    assertThat(BootHealth.details(context).get("relay").toString())
                            .contains("lastError=SinkUnavailableException: the database is down");
                });
    }

    @Test
    void isDegradedWhileRelayOrSweepDoNotRunThoughTheyShould() {
        Contexts.inMemory()
                .withBean(InMemoryOrderLedger.class, Clock.systemUTC())
                .withPropertyValues("seckill.health.timeout=20s")
                .run(context -> {
                    assertThat(BootHealth.status(context)).isEqualTo("UP");

                    context.getBean(OrderRelay.class).stop();
                    context.getBean(OrderSweep.class).stop();

                    assertThat(BootHealth.status(context)).isEqualTo("DEGRADED");
                    assertThat(reasons(context))
                            .isEqualTo("[the relay does not run, the sweep of orders does not run]");
                });
    }

    @Test
    void isDownWhileTheOutboxGivesNoAnswerAndAsksItOnlyOnce() {
        HangingOutbox outbox = new HangingOutbox();
        SeckillHealthProperties limits =
                new SeckillHealthProperties(Duration.ofMillis(50), Duration.ofSeconds(30), 10_000);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (SeckillHealth health =
                new SeckillHealth(outbox.proxy(), Optional.empty(), Optional.empty(), limits, thread)) {
            for (int i = 0; i < 3; i++) {
                assertThat(health.report())
                        .isEqualTo(new HealthReport(
                                "DOWN", Map.of("reasons", List.of("the outbox gave no answer within 50 ms"))));
            }
            assertThat(outbox.asked).hasValue(1);

            outbox.answer.countDown();
            await().atMost(PATIENCE).until(() -> health.report().status().equals("UP"));
        }
    }

    @Test
    void isDownWhileRedisIsAndUpWhenItIsBack() {
        try (LocalRedis redis = LocalRedis.start()) {
            Contexts.plain()
                    .withUserConfiguration(Contexts.On.class, Contexts.Sink.class)
                    .withBean(
                            LettuceConnectionFactory.class,
                            () -> new LettuceConnectionFactory(redis.host(), redis.port()))
                    .withPropertyValues("seckill.health.timeout=5s")
                    .run(context -> {
                        await().atMost(PATIENCE)
                                .until(() -> BootHealth.status(context).equals("UP"));
                        redis.stop();
                        assertThat(BootHealth.status(context)).isEqualTo("DOWN");
                        redis.restart();
                        await().atMost(PATIENCE)
                                .until(() -> BootHealth.status(context).equals("UP"));
                    });
        }
    }

    @Test
    void isOffByItsSwitchAndByTheOneOfBoot() {
        for (String property : List.of("seckill.health.enabled", "management.health.seckill.enabled")) {
            shop.withPropertyValues(property + "=false")
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SeckillHealth.class));
        }
    }

    @Test
    void isOffWithoutTheHealthOfBoot() {
        shop.withClassLoader(
                        new FilteredClassLoader("org.springframework.boot.health", "org.springframework.boot.actuate"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SeckillHealth.class));
    }

    @Test
    void backsOffFromAnIndicatorOfTheApplication() {
        shop.withBean(SeckillHealthAutoConfiguration.INDICATOR, String.class, () -> "own")
                .run(context -> assertThat(context)
                        .getBean(SeckillHealthAutoConfiguration.INDICATOR)
                        .isEqualTo("own"));
    }

    private static String reasons(ApplicationContext context) {
        return String.valueOf(BootHealth.details(context).get("reasons"));
    }

    private static Sale opened(ApplicationContext context) {
        Sale sale = Samples.openSale(10, 1);
        context.getBean(Sales.class).open(sale);
        return sale;
    }

    private static void buy(ApplicationContext context, Sale sale, int buyer) {
        context.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(buyer)));
    }

    private static final class HangingOutbox {

        private final Outbox outbox = new InMemoryOutbox();
        private final CountDownLatch answer = new CountDownLatch(1);
        private final AtomicInteger asked = new AtomicInteger();

        Outbox proxy() {
            return (Outbox) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Outbox.class}, (proxy, method, arguments) -> {
                        asked.incrementAndGet();
                        answer.await();
                        return method.invoke(outbox, arguments);
                    });
        }
    }
}
