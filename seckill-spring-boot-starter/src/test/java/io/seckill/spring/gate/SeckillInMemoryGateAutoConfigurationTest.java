package io.seckill.spring.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.NodeLease;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.Delivery;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.OrderSink;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import java.time.Clock;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;

class SeckillInMemoryGateAutoConfigurationTest {

    private final ApplicationContextRunner withoutSink =
            Contexts.plain().withUserConfiguration(Contexts.On.class).withPropertyValues("seckill.gate=in-memory");
    private final ApplicationContextRunner shop = withoutSink.withUserConfiguration(Contexts.Sink.class);

    @Test
    void sellsWithoutRedisAndEveryOrderReachesTheSink() {
        Queue<Reservation> orders = new ConcurrentLinkedQueue<>();
        OrderSink sink = reservations -> {
            orders.addAll(reservations);
            return reservations.stream().map(one -> Delivery.stored()).toList();
        };
        withoutSink.withBean(OrderSink.class, () -> sink).run(context -> {
            Sale sale = Samples.openSale(20, 1);
            context.getBean(Sales.class).open(sale);
            Seckill seckill = context.getBean(Seckill.class);

            List<PurchaseResult> results =
                    Stampede.of(50, number -> seckill.buy(PurchaseRequest.of(sale.id(), Samples.buyer(number % 40))));

            List<Reservation> accepted = results.stream()
                    .filter(Accepted.class::isInstance)
                    .map(result -> ((Accepted) result).reservation())
                    .toList();
            assertThat(accepted).hasSize(20).doesNotHaveDuplicates();
            assertThat(accepted.stream().map(Reservation::buyer)).doesNotHaveDuplicates();
            await().untilAsserted(() -> assertThat(orders).containsExactlyInAnyOrderElementsOf(accepted));
        });
    }

    @Test
    void hasNothingOfRedis() {
        shop.run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(RedisDriver.class);
            assertThat(context).getBean(Outbox.class).isInstanceOf(InMemoryOutbox.class);
            assertThat(context).getBean(NodeLease.class).isInstanceOf(LocalNodeLease.class);
        });
        shop.withClassLoader(new FilteredClassLoader(RedisConnectionFactory.class))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void leavesARedisOfTheApplicationAlone() {
        shop.withUserConfiguration(Contexts.Redis.class)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RedisDriver.class));
    }

    @Test
    void partsOfTheApplicationWin() {
        StockGuard stock = new InMemoryStockGuard();
        OnePerUserGuard buyers = new InMemoryOnePerUserGuard();
        SaleRegistry sales = new InMemorySaleRegistry(Clock.systemUTC());
        Outbox outbox = new InMemoryOutbox();
        NodeLease lease = new LocalNodeLease();
        shop.withBean("stock", StockGuard.class, () -> stock)
                .withBean("buyers", OnePerUserGuard.class, () -> buyers)
                .withBean("sales", SaleRegistry.class, () -> sales)
                .withBean("outbox", Outbox.class, () -> outbox)
                .withBean("lease", NodeLease.class, () -> lease)
                .run(context -> assertThat(Stream.of(
                                        StockGuard.class,
                                        OnePerUserGuard.class,
                                        SaleRegistry.class,
                                        Outbox.class,
                                        NodeLease.class)
                                .<Object>map(context::getBean))
                        .containsExactly(stock, buyers, sales, outbox, lease));
    }

    @Test
    void asksAGuardOfTheApplication() {
        StockGuard stock = new InMemoryStockGuard();
        shop.withBean("stock", StockGuard.class, () -> stock).run(context -> {
            Sale sale = Samples.openSale(5, 1);
            context.getBean(Sales.class).open(sale);
            context.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));

            assertThat(stock.available(sale.id())).hasValue(4);
        });
    }
}
