package io.seckill.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.PurchaseRequest;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.relay.OrderRelay;
import io.seckill.relay.RelayConfig;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import io.seckill.spi.Outbox;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

class SeckillRelayAutoConfigurationTest {

    private final Collecting sink = new Collecting();
    private final ApplicationContextRunner withoutSink = Contexts.inMemory();
    private final ApplicationContextRunner withSink = withoutSink.withBean(OrderSink.class, () -> sink);

    @Test
    void bringsReservationsToTheSinkOfTheApplication() {
        withSink.run(context -> {
            buy(context);

            await().untilAsserted(() -> assertThat(sink.received).hasSize(1));
        });
    }

    @Test
    void stopsAndStartsWithTheApplication() {
        withSink.run(context -> {
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            OrderRelay relay = context.getBean(OrderRelay.class);
            assertThat(relay.status().running()).isTrue();

            application.stop();
            assertThat(relay.status().running()).isFalse();

            application.start();
            assertThat(relay.status().running()).isTrue();
        });
    }

    @Test
    void doesNotStartWithoutASink() {
        withoutSink.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessage("There is no OrderSink bean, so accepted purchases would never become orders.")
                .extracting("action")
                .asString()
                .contains(
                        "OrderSink",
                        "seckill-jdbc",
                        "spring-boot-starter-jdbc",
                        "com.mysql:mysql-connector-j",
                        "seckill.relay.enabled=false"));
    }

    @Test
    void doesNotGuessAmongSinks() {
        withSink.withBean("second", OrderSink.class, Collecting::new)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(NoUniqueBeanDefinitionException.class));
    }

    @Test
    void aNodeThatOnlySellsNeedsNoSink() {
        withoutSink.withPropertyValues("seckill.relay.enabled=false").run(context -> {
            assertThat(context).doesNotHaveBean(OrderRelay.class);
            buy(context);
            assertThat(context.getBean(Outbox.class).backlog(0).parcels()).isEqualTo(1);
        });
    }

    @Test
    void startsARelayOfTheApplication() {
        withSink.withBean(
                        "mine",
                        OrderRelay.class,
                        () -> new OrderRelay(new InMemoryOutbox(), sink, null, null, RelayConfig.DEFAULT))
                .run(context -> assertThat(
                                context.getBean(OrderRelay.class).status().running())
                        .isTrue());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void usesVirtualThreadsWhereTheApplicationDoes() {
        withSink.withPropertyValues("spring.threads.virtual.enabled=true").run(context -> {
            buy(context);

            await().untilAsserted(() -> assertThat(sink.threads)
                    .isNotEmpty()
                    .allMatch(thread -> thread.toString().startsWith("VirtualThread")));
        });
    }

    @Test
    void hasTheDefaultsOfTheRelay() {
        SeckillRelayProperties defaults =
                new Binder(List.of()).bindOrCreate(SeckillRelayProperties.PREFIX, SeckillRelayProperties.class);

        assertThat(defaults.config(RelayConfig.DEFAULT.threads())).isEqualTo(RelayConfig.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "257"})
    void namesABadPropertyAndItsValue(String workers) {
        withSink.withPropertyValues("seckill.relay.workers=" + workers)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.relay.workers")
                        .hasMessageContaining("'" + workers + "'")
                        .hasMessageContaining("Use 1 to 256"));
    }

    private static void buy(AssertableApplicationContext context) {
        Sale sale = Samples.openSale(5, 1);
        context.getBean(Sales.class).open(sale);
        context.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));
    }

    private static final class Collecting implements OrderSink {

        final List<Reservation> received = new CopyOnWriteArrayList<>();
        final List<Thread> threads = new CopyOnWriteArrayList<>();

        @Override
        public List<Delivery> deliver(List<Reservation> reservations) {
            received.addAll(reservations);
            threads.add(Thread.currentThread());
            return reservations.stream().map(reservation -> Delivery.stored()).toList();
        }
    }
}
