package io.seckill.spring.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Operator;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Sale;
import io.seckill.SaleUpdate;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.gate.LockedGate;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.memory.InMemoryStripedLock;
import io.seckill.redis.RedisLuaOnePerUserGuard;
import io.seckill.redis.RedisLuaStockGuard;
import io.seckill.redis.RedisOutbox;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.LockRequest;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class SeckillComposedGateAutoConfigurationTest {

    private final ApplicationContextRunner composed = Contexts.onRedis().withPropertyValues("seckill.gate=composed");
    private final ApplicationContextRunner withDataSource =
            composed.withBean(DataSource.class, DriverManagerDataSource::new);

    @Test
    void isOnRedisAndWithoutALockUnlessConfigured() {
        composed.run(context -> {
            assertThat(context).getBean(AdmissionGate.class).isInstanceOf(ComposedGate.class);
            assertThat(context).getBean(StockGuard.class).isInstanceOf(RedisLuaStockGuard.class);
            assertThat(context).getBean(OnePerUserGuard.class).isInstanceOf(RedisLuaOnePerUserGuard.class);
            assertThat(context).getBean(SaleRegistry.class).isInstanceOf(ComposedSaleRegistry.class);
            assertThat(context).getBean(Outbox.class).isInstanceOf(RedisOutbox.class);
            assertThat(context).doesNotHaveBean(DistributedLock.class);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "redis-lua, io.seckill.redis.RedisLuaStockGuard",
        "jdbc-conditional, io.seckill.jdbc.JdbcConditionalStockGuard",
        "jdbc-versioned, io.seckill.jdbc.JdbcVersionedStockGuard",
        "jdbc-for-update, io.seckill.jdbc.JdbcForUpdateStockGuard",
        "in-memory, io.seckill.memory.InMemoryStockGuard"
    })
    void choosesTheStockGuard(String name, Class<?> guard) {
        withDataSource
                .withPropertyValues("seckill.composed.stock-guard=" + name)
                .run(context -> assertThat(context).getBean(StockGuard.class).isInstanceOf(guard));
    }

    @ParameterizedTest
    @CsvSource({
        "redis-lua, io.seckill.redis.RedisLuaOnePerUserGuard",
        "jdbc, io.seckill.jdbc.JdbcOnePerUserGuard",
        "in-memory, io.seckill.memory.InMemoryOnePerUserGuard"
    })
    void choosesTheOnePerUserGuard(String name, Class<?> guard) {
        withDataSource
                .withPropertyValues("seckill.composed.one-per-user-guard=" + name)
                .run(context ->
                        assertThat(context).getBean(OnePerUserGuard.class).isInstanceOf(guard));
    }

    @ParameterizedTest
    @CsvSource({
        "in-memory, io.seckill.memory.InMemoryStripedLock",
        "redis-lua, io.seckill.redis.lock.RedisLuaLock",
        "jdbc-row, io.seckill.jdbc.lock.JdbcRowLock",
        "jdbc-named, io.seckill.jdbc.lock.JdbcNamedLock"
    })
    void choosesTheLock(String name, Class<?> lock) {
        withDataSource.withPropertyValues("seckill.composed.lock=" + name).run(context -> {
            assertThat(context).getBean(AdmissionGate.class).isInstanceOf(LockedGate.class);
            assertThat(context).getBean(DistributedLock.class).isInstanceOf(lock);
        });
    }

    @Test
    void partsOfTheApplicationWin() {
        StockGuard stock = new InMemoryStockGuard();
        SaleRegistry sales = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
        OnePerUserGuard buyers = new InMemoryOnePerUserGuard();
        composed.withBean("stock", StockGuard.class, () -> stock)
                .withBean("buyers", OnePerUserGuard.class, () -> buyers)
                .withBean("sales", SaleRegistry.class, () -> sales)
                .run(context -> {
                    assertThat(context).getBean(StockGuard.class).isSameAs(stock);
                    assertThat(context).getBean(OnePerUserGuard.class).isSameAs(buyers);
                    assertThat(context).getBean(SaleRegistry.class).isSameAs(sales);

                    Sale sale = opened(context);
                    buy(context, sale);

                    assertThat(stock.available(sale.id())).hasValue(9);
                    assertThat(buyers.holdings(sale.id(), Samples.buyer(1))).hasSize(1);
                });
    }

    @Test
    void countsInAGuardOfTheApplicationWhatARegistryOfOursOpens() {
        StockGuard stock = new InMemoryStockGuard();
        composed.withBean("stock", StockGuard.class, () -> stock).run(context -> {
            Sale sale = opened(context);

            assertThat(buy(context, sale)).isInstanceOf(Accepted.class);
            assertThat(stock.available(sale.id())).hasValue(9);
        });
    }

    @ParameterizedTest
    @CsvSource({"bean", "redis-lua", "jdbc-row"})
    void aLockOfTheApplicationWinsOverEveryName(String name) {
        DistributedLock taken = request -> Optional.empty();
        composed.withPropertyValues("seckill.composed.lock=" + name)
                .withBean("mine", DistributedLock.class, () -> taken)
                .run(context -> {
                    assertThat(context).getBean(DistributedLock.class).isSameAs(taken);
                    assertThat(buy(context, opened(context))).isEqualTo(Rejected.because(Reason.BUSY));
                });
    }

    @Test
    void aLockOfTheApplicationIsLeftAloneIfNoneIsWanted() {
        DistributedLock taken = request -> Optional.empty();
        composed.withBean(DistributedLock.class, () -> taken)
                .run(context -> assertThat(buy(context, opened(context))).isInstanceOf(Accepted.class));
    }

    @Test
    void asksForTheLockAsConfigured() {
        assertThat(requestWith()).isEqualTo(new Request(Duration.ZERO, Optional.of(Duration.ofSeconds(3))));
        assertThat(requestWith("seckill.composed.lock-wait=20ms", "seckill.composed.lock-lease=700ms"))
                .isEqualTo(new Request(Duration.ofMillis(20), Optional.of(Duration.ofMillis(700))));
        assertThat(requestWith("seckill.composed.lock-lease=0"))
                .as("zero means renewed")
                .isEqualTo(new Request(Duration.ZERO, Optional.empty()));
    }

    @Test
    void decidesAndLocksOnThreadsOfItsOwnThatEndWithTheContext() {
        List<String> threads = new CopyOnWriteArrayList<>();
        DistributedLock lock = new InMemoryStripedLock();
        composed.withPropertyValues("seckill.composed.lock=bean", "seckill.composed.threads=1")
                .withBean(DistributedLock.class, () -> request -> {
                    threads.add(Thread.currentThread().getName());
                    return lock.tryLock(request);
                })
                .run(context -> {
                    assertThat(context).doesNotHaveBean(Executor.class);
                    buy(context, opened(context));

                    assertThat(threads).singleElement().asString().startsWith("seckill-lock-");
                    assertThat(Contexts.threads()).anyMatch(name -> name.startsWith("seckill-gate-"));
                });
        await().untilAsserted(() -> assertThat(Contexts.threads()).isEmpty());
    }

    @Test
    void createsTheTablesOfItsGuardsEvenIfOrdersGoElsewhere() {
        try (LocalDatabase database = LocalDatabase.shared().newSchema()) {
            DataSource dataSource =
                    new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
            composed.withBean(DataSource.class, () -> dataSource)
                    .withPropertyValues(
                            "seckill.jdbc.initialize-schema=always",
                            "seckill.composed.stock-guard=jdbc-conditional",
                            "seckill.composed.one-per-user-guard=jdbc",
                            "seckill.engine.deadline=20s")
                    .run(context -> assertThat(buy(context, opened(context))).isInstanceOf(Accepted.class));
        }
    }

    @Test
    void keepsASettledSaleAsLongAsConfigured() {
        composed.withPropertyValues("seckill.redis.keep-settled=1s").run(context -> {
            Sale sale = Samples.openSale(5, 1);
            Sales sales = context.getBean(Sales.class);
            sales.open(sale);
            sales.close(sale.id(), Operator.APPLICATION);

            assertThat(sales.settle(sale.id(), Operator.APPLICATION)).isInstanceOf(SaleUpdate.Done.class);

            await().until(() -> sales.find(sale.id()).isEmpty());
        });
    }

    @Test
    void keepsDefinitionsInThisJvmIfRedisIsOff() {
        Contexts.inMemory()
                .withUserConfiguration(Contexts.Sink.class)
                .withPropertyValues(
                        "seckill.gate=composed",
                        "seckill.composed.stock-guard=in-memory",
                        "seckill.composed.one-per-user-guard=in-memory")
                .run(context -> assertThat(buy(context, opened(context))).isInstanceOf(Accepted.class));
    }

    @ParameterizedTest
    @CsvSource({
        "lock-wait, -1s, Use 0 to 86400 seconds",
        "lock-wait, 25h, Use 0 to 86400 seconds",
        "lock-lease, -1s, Use 0 to 86400 seconds",
        "lock-lease, 25h, Use 0 to 86400 seconds",
        "threads, 0, Use 1 to 1024",
        "threads, 1025, Use 1 to 1024"
    })
    void namesABadPropertyAndItsBounds(String property, String value, String bounds) {
        composed.withPropertyValues("seckill.composed." + property + "=" + value)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.composed." + property)
                        .hasMessageContaining(bounds));
    }

    private record Request(Duration maxWait, Optional<Duration> lease) {}

    private Request requestWith(String... properties) {
        List<LockRequest> requests = new ArrayList<>();
        DistributedLock lock = new InMemoryStripedLock();
        composed.withPropertyValues("seckill.composed.lock=bean")
                .withPropertyValues(properties)
                .withBean(DistributedLock.class, () -> request -> {
                    requests.add(request);
                    return lock.tryLock(request);
                })
                .run(context -> assertThat(buy(context, opened(context))).isInstanceOf(Accepted.class));
        LockRequest request = requests.get(0);
        return new Request(request.maxWait(), request.lease());
    }

    private static Sale opened(AssertableApplicationContext context) {
        Sale sale = Samples.openSale(10, 1);
        context.getBean(Sales.class).open(sale);
        return sale;
    }

    private static PurchaseResult buy(AssertableApplicationContext context, Sale sale) {
        return context.getBean(Seckill.class).buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));
    }
}
