package io.seckill.spring.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.LatePayment;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.Orders;
import io.seckill.PaymentId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.SeckillListener;
import io.seckill.event.Events;
import io.seckill.memory.InMemoryOrderLedger;
import io.seckill.order.OrderDesk;
import io.seckill.order.OrderSweep;
import io.seckill.order.SweepConfig;
import io.seckill.spi.LatePaymentHandler;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.Subscription;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class SeckillOrdersAutoConfigurationTest {

    private static final PaymentId PAYMENT = new PaymentId("payment-1");

    private final ApplicationContextRunner withLedger = Contexts.inMemory()
            .withBean(OrderLedger.class, () -> new InMemoryOrderLedger(Clock.systemUTC()))
            .withPropertyValues("seckill.orders.sweep.interval=20ms");

    @Test
    void sweepsOrdersThatAreNotPaid() {
        withLedger.run(context -> {
            Accepted bought = buy(context, Duration.ofSeconds(1));

            await().untilAsserted(() -> assertThat(
                            context.getBean(OrderLedger.class).find(order(bought)))
                    .hasValueSatisfying(order -> assertThat(order.reason()).contains(ReleaseReason.NOT_PAID)));
        });
    }

    @Test
    void paysAndCancels() {
        withLedger.run(context -> {
            Orders orders = context.getBean(Orders.class);
            Accepted paid = buyAndAwait(context);
            Accepted cancelled = buyAndAwait(context);

            assertThat(orders.pay(order(paid), PAYMENT)).isInstanceOf(OrderChange.Done.class);
            assertThat(orders.cancel(order(cancelled), ReleaseReason.CANCELLED_BY_BUYER))
                    .isInstanceOf(OrderChange.Done.class);
        });
    }

    @Test
    void thereIsNoneWithoutALedger() {
        Contexts.inMemory()
                .withUserConfiguration(Contexts.Sink.class)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(Orders.class)
                        .doesNotHaveBean(OrderSweep.class));
    }

    @Test
    void aNodeNeedNotSweep() {
        withLedger
                .withPropertyValues("seckill.orders.sweep.enabled=false")
                .run(context -> assertThat(context).hasSingleBean(Orders.class).doesNotHaveBean(OrderSweep.class));
    }

    @Test
    void ordersOfTheApplicationWinAndAreSweptAllTheSame() {
        withLedger.withBean("mine", Orders.class, Mine::new).run(context -> {
            assertThat(context).hasSingleBean(Orders.class).hasBean("mine");
            assertThat(context.getBean(OrderSweep.class).status().running()).isTrue();
        });
    }

    @Test
    void startsASweepOfTheApplication() {
        withLedger.withUserConfiguration(OwnSweep.class).run(context -> {
            assertThat(context).hasSingleBean(OrderSweep.class).hasBean("ownSweep");
            assertThat(context.getBean(OrderSweep.class).status().running()).isTrue();
        });
    }

    @Test
    void stopsAndStartsWithTheApplication() {
        withLedger.run(context -> {
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            OrderSweep sweep = context.getBean(OrderSweep.class);
            assertThat(sweep.status().running()).isTrue();

            application.stop();
            assertThat(sweep.status().running()).isFalse();

            application.start();
            assertThat(sweep.status().running()).isTrue();
        });
    }

    @Test
    void handsLatePaymentsToTheApplication() {
        List<LatePayment> refunds = new CopyOnWriteArrayList<>();
        withLedger.withBean(LatePaymentHandler.class, () -> refunds::add).run(context -> {
            Accepted bought = buyAndAwait(context);
            Orders orders = context.getBean(Orders.class);
            orders.cancel(order(bought), ReleaseReason.CANCELLED_BY_BUYER);

            orders.pay(order(bought), PAYMENT);

            await().untilAsserted(() ->
                    assertThat(refunds).extracting(LatePayment::payment).containsExactly(PAYMENT));
        });
    }

    @Test
    void tellsListenersWhatHappensAlsoThoseThatNeedWhatTellsThem() {
        withLedger.withUserConfiguration(Listening.class).run(context -> {
            Accepted bought = buyAndAwait(context);
            context.getBean(Orders.class).pay(order(bought), PAYMENT);

            await().untilAsserted(() -> assertThat(context.getBean(Listener.class).heard)
                    .containsExactlyInAnyOrder("accepted", "stored", "paid"));
        });
    }

    @Test
    void announcesToTheOtherNodes() {
        withLedger.withBean(OrderAnnouncements.class, Announced::new).run(context -> {
            Accepted bought = buyAndAwait(context);
            context.getBean(Orders.class).pay(order(bought), PAYMENT);

            await().untilAsserted(() ->
                    assertThat(context.getBean(Announced.class).orders).containsExactly(order(bought), order(bought)));
        });
    }

    @Test
    void eventsOfTheApplicationWin() {
        withLedger
                .withBean("mine", Events.class, () -> Events.NONE)
                .run(context -> assertThat(context).hasSingleBean(Events.class).hasBean("mine"));
    }

    @Test
    void hasTheDefaultsOfTheSweep() {
        SeckillOrdersProperties defaults =
                new Binder(List.of()).bindOrCreate(SeckillOrdersProperties.PREFIX, SeckillOrdersProperties.class);

        assertThat(defaults.config(SweepConfig.DEFAULT.threads())).isEqualTo(SweepConfig.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({"interval,0s", "batch-size,0", "batch-size,10001", "claim,0s", "max-pause,-1s", "stop-within,0s"})
    void namesABadPropertyAndItsValue(String property, String value) {
        withLedger
                .withPropertyValues("seckill.orders.sweep." + property + "=" + value)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.orders.sweep." + property));
    }

    private static Accepted buyAndAwait(AssertableApplicationContext context) {
        Accepted bought = buy(context, Sale.DEFAULT_PAY_WITHIN);
        await().until(() ->
                context.getBean(OrderLedger.class).find(order(bought)).isPresent());
        return bought;
    }

    private static Accepted buy(AssertableApplicationContext context, Duration payWithin) {
        Sale sale = Samples.openSale(5, 1).withPayWithin(payWithin);
        context.getBean(Sales.class).open(sale);
        return (Accepted) context.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));
    }

    private static OrderId order(Accepted bought) {
        return bought.reservation().order();
    }

    private static final class Mine implements Orders {

        @Override
        public OrderChange pay(OrderId order, PaymentId payment) {
            return new OrderChange.Unknown();
        }

        @Override
        public OrderChange cancel(OrderId order, ReleaseReason reason) {
            return new OrderChange.Unknown();
        }

        @Override
        public List<LatePayment> latePayments(int limit) {
            return List.of();
        }

        @Override
        public boolean refunded(OrderId order, PaymentId payment) {
            return false;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnSweep {

        @Bean
        OrderSweep ownSweep(OrderDesk desk) {
            return new OrderSweep(desk, Optional.empty(), SweepConfig.DEFAULT);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening {

        @Bean
        Listener listener(Seckill seckill, Orders orders) {
            return new Listener(seckill, orders);
        }
    }

    static final class Listener implements SeckillListener {

        final List<String> heard = new CopyOnWriteArrayList<>();

        Listener(Seckill seckill, Orders orders) {
            assertThat(seckill).isNotNull();
            assertThat(orders).isNotNull();
        }

        @Override
        public void accepted(Reservation reservation) {
            heard.add("accepted");
        }

        @Override
        public void stored(Reservation reservation) {
            heard.add("stored");
        }

        @Override
        public void paid(Order order) {
            heard.add("paid");
        }
    }

    static final class Announced implements OrderAnnouncements {

        final List<OrderId> orders = new CopyOnWriteArrayList<>();

        @Override
        public void announce(Collection<OrderId> changed) {
            orders.addAll(changed);
        }

        @Override
        public Subscription onChanged(Consumer<List<OrderId>> listener) {
            return () -> {};
        }
    }
}
