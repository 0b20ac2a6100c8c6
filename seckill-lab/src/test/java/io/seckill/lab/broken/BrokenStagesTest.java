package io.seckill.lab.broken;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.jdbc.JdbcConditionalStockGuard;
import io.seckill.jdbc.JdbcForUpdateStockGuard;
import io.seckill.jdbc.JdbcOnePerUserGuard;
import io.seckill.jdbc.JdbcSchema;
import io.seckill.jdbc.JdbcVersionedStockGuard;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.LettuceDriver;
import io.seckill.redis.lock.RedisLuaLock;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.StockGuard;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** How the stages without protection break, each time, and what does not break where they do. */
class BrokenStagesTest {

    private static final int BUYERS = 8;
    private static final Duration LONG = Duration.ofMinutes(1);

    private static LocalDatabase schema;
    private static DataSource database;
    private static LocalRedis redis;

    private final SaleId sale = new SaleId(UUID.randomUUID().toString());

    @BeforeAll
    static void startServers() {
        schema = LocalDatabase.shared().newSchema();
        database = new DriverManagerDataSource(schema.jdbcUrl(), schema.username(), schema.password());
        JdbcSchema.create(database);
        redis = LocalRedis.start();
    }

    @AfterAll
    static void stopServers() {
        redis.close();
        schema.close();
    }

    @Test
    void brokenReadCheckWriteSellsTheLastItemToAllWhoMeetBetweenCheckAndWrite() {
        assertThat(buyersOfTheLastItem(BrokenReadCheckWrite::new)).isEqualTo(BUYERS);
        assertThat(new BrokenReadCheckWrite(database).available(sale))
                .as("and its count does not show it")
                .hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("cures")
    void aGuardThatTakesAtomicallySellsTheLastItemOnceThoughAllMeetThere(Function<DataSource, StockGuard> cure) {
        assertThat(buyersOfTheLastItem(cure)).isEqualTo(1);
    }

    static Stream<Named<Function<DataSource, StockGuard>>> cures() {
        return Stream.of(
                Named.of("conditional update", JdbcConditionalStockGuard::new),
                Named.of("version", JdbcVersionedStockGuard::new),
                Named.of("select for update", JdbcForUpdateStockGuard::new));
    }

    /** All buyers meet just before they write the count; who comes later goes by. */
    private long buyersOfTheLastItem(Function<DataSource, StockGuard> kind) {
        kind.apply(database).start(sale, 1);
        CountDownLatch allThere = new CountDownLatch(BUYERS);
        StockGuard stock = kind.apply(new MeetingDataSource(
                database, () -> arriveAndWait(allThere, Duration.ofSeconds(2)), "UPDATE seckill_stock"));
        ExecutorService threads = Executors.newFixedThreadPool(BUYERS);
        try {
            List<CompletableFuture<OptionalLong>> buyers = IntStream.range(0, BUYERS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> stock.tryTake(sale, 1), threads))
                    .toList();
            return buyers.stream()
                    .map(CompletableFuture::join)
                    .filter(OptionalLong::isPresent)
                    .count();
        } finally {
            threads.shutdownNow();
        }
    }

    private static void arriveAndWait(CountDownLatch all, Duration most) {
        try {
            all.countDown();
            all.await(most.toMillis(), MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void brokenNoBuyerCheckSellsToABuyerTwice() {
        AdmissionGate gate = gateWith(new BrokenNoBuyerCheck());

        assertThat(purchase(gate, "first")).isInstanceOf(Accepted.class);
        assertThat(purchase(gate, "second")).isInstanceOf(Accepted.class);
    }

    @Test
    void aUniqueIndexSellsToABuyerOnce() {
        AdmissionGate gate = gateWith(new JdbcOnePerUserGuard(database));

        assertThat(purchase(gate, "first")).isInstanceOf(Accepted.class);
        assertThat(purchase(gate, "second"))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(Reason.LIMIT_REACHED));
    }

    private AdmissionGate gateWith(OnePerUserGuard buyers) {
        StockGuard stock = new JdbcConditionalStockGuard(database);
        ComposedSaleRegistry sales = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
        Instant now = Instant.now();
        sales.open(new Sale(sale, 10, 1, now.minusSeconds(60), now.plusSeconds(600)));
        return new ComposedGate(sales, buyers, stock, (of, reservations) -> {}, Runnable::run);
    }

    private PurchaseResult purchase(AdmissionGate gate, String order) {
        Reservation wanted = Reservation.of(sale, new BuyerId("buyer"), new OrderId(sale + order), 1);
        return gate.admit(sale, List.of(wanted)).toCompletableFuture().join().get(0);
    }

    @Test
    void brokenSetNxLetsALateHolderDeleteTheNextOnesLockSoThatTwoHoldIt() throws Exception {
        LettuceConnectionFactory factory =
                new LettuceConnectionFactory(new RedisStandaloneConfiguration(redis.host(), redis.port()));
        factory.afterPropertiesSet();
        factory.start();
        try {
            assertThat(twoHoldItAfterALateHolder(new BrokenSetNx(new StringRedisTemplate(factory))))
                    .isTrue();
        } finally {
            factory.destroy();
        }
    }

    @Test
    void redisLuaLockIgnoresALateHolder() throws Exception {
        RedisClient client = RedisClient.create(redis.uri());
        try (LettuceDriver driver = LettuceDriver.of(client, Duration.ofSeconds(10));
                RedisLuaLock lock = new RedisLuaLock(driver, RedisKeys.defaults())) {
            assertThat(twoHoldItAfterALateHolder(lock)).isFalse();
        } finally {
            client.shutdown();
        }
    }

    /** A first holder's lease ends, a second gets the lock, the first gives back what is no longer his, a third asks. */
    private static boolean twoHoldItAfterALateHolder(DistributedLock lock) throws InterruptedException {
        Lease late = lock.tryLock("name", Duration.ZERO, Duration.ofSeconds(2)).orElseThrow();
        try (Lease second = lock.tryLock("name", Duration.ofSeconds(20), LONG).orElseThrow()) {
            late.close();
            Optional<Lease> third = lock.tryLock("name", Duration.ZERO, LONG);
            boolean two = second.isHeld() && third.isPresent();
            third.ifPresent(Lease::close);
            return two;
        }
    }
}
