package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.SeckillUnavailableException;
import io.seckill.redis.driver.LettuceDriver;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.Subscription;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import io.seckill.test.server.LocalSentinels;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A sale whose master dies, connected as Spring Boot connects to sentinels. */
class LettuceDriverSentinelTest {

    private static final int STOCK = 150;
    private static final int BUYERS = 200;
    private static final Duration FAILOVER = Duration.ofSeconds(60);

    private final RedisKeys keys = RedisKeys.defaults();
    private LocalSentinels redis;
    private LettuceConnectionFactory factory;
    private RedisDriver driver;
    private RedisLuaGate gate;
    private RedisLuaSaleRegistry sales;

    @BeforeEach
    void start() {
        redis = LocalSentinels.start();
        factory = new LettuceConnectionFactory(new RedisSentinelConfiguration(
                redis.masterName(), Set.of(redis.nodes().split(","))));
        factory.afterPropertiesSet();
        factory.start();
        driver = LettuceDriver.of(factory, Duration.ofSeconds(1));
        gate = new RedisLuaGate(driver, keys);
        sales = new RedisLuaSaleRegistry(driver, keys);
    }

    @AfterEach
    void stop() {
        driver.close();
        factory.destroy();
        redis.close();
    }

    @Test
    void sellsOnAndSellsNothingTwiceWhenTheMasterIsKilledDuringTheSale() {
        SaleId sale = openedOnBothServers();
        List<Reservation> wishes = everyBuyerTwice(sale);

        List<CompletionStage<PurchaseResult>> firstAsked = new ArrayList<>();
        for (Reservation wish : wishes) {
            firstAsked.add(admit(wish));
            if (firstAsked.size() == BUYERS) {
                redis.master().kill();
            }
        }
        assertThat(firstAsked).allSatisfy(LettuceDriverSentinelTest::assertEndsAsPromised);

        // What the old master answered last may be lost with it, so everybody asks again.
        List<Reservation> held = wishes.stream().filter(this::getsUntilAnswered).toList();

        assertThat(redis.replica().info("role")).isEqualTo("master");
        SaleStatus status = sales.find(sale).orElseThrow();
        assertThat(status.reserved()).isEqualTo(STOCK);
        assertThat(status.available()).isZero();
        assertThat(held).hasSize(STOCK).extracting(Reservation::buyer).doesNotHaveDuplicates();
        assertThat(Outboxes.of(redis.replica(), keys, sale)).containsExactlyInAnyOrderElementsOf(held);
        assertThat((List<?>) redis.replica().command("HVALS", keys.buyers(sale)))
                .map(Object::toString)
                .containsExactlyInAnyOrderElementsOf(
                        held.stream().map(Entry::of).toList());
    }

    @Test
    void hearsAgainThatStockCameBackAfterAFailover() {
        SaleId sale = openedOnBothServers();
        Queue<SaleId> returned = new ConcurrentLinkedQueue<>();
        Subscription subscription = gate.onStockReturned(returned::add);

        redis.master().kill();
        await().atMost(FAILOVER)
                .ignoreExceptionsInstanceOf(
                        UncheckedIOException.class) // Sentinel cuts the connections of whom it promotes
                .until(() -> listeners(redis.replica()) == 1);
        List<Reservation> held =
                everyBuyerTwice(sale).stream().filter(this::getsUntilAnswered).toList();
        join(gate.release(sale, held, ReleaseReason.CANCELLED_BY_BUYER));

        await().untilAsserted(() -> assertThat(returned).containsExactly(sale));
        subscription.close();
    }

    @Test
    void movesToTheNewMasterWhenTheOldOneBecomesAReplicaAndKeepsItsConnections() {
        SaleId sale = openedOnBothServers();

        redis.handOver();

        assertThat(getsUntilAnswered(Samples.one(sale, Samples.buyer(1)))).isTrue();
        assertThat(sales.find(sale).orElseThrow().reserved()).isEqualTo(1);
    }

    private SaleId openedOnBothServers() {
        Sale sale = Samples.openSale(STOCK, 1);
        sales.open(sale);
        await().until(() ->
                redis.replica().command("EXISTS", keys.sale(sale.id())).equals(1L));
        return sale.id();
    }

    /** More buyers than items, and each with two order ids though only one item is allowed. */
    private static List<Reservation> everyBuyerTwice(SaleId sale) {
        return IntStream.range(0, 2 * BUYERS)
                .mapToObj(i -> Samples.one(sale, Samples.buyer(i % BUYERS)))
                .toList();
    }

    private CompletionStage<PurchaseResult> admit(Reservation wish) {
        return gate.admit(wish.sale(), List.of(wish)).thenApply(results -> results.get(0));
    }

    private boolean getsUntilAnswered(Reservation wish) {
        return await().atMost(FAILOVER)
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(20))
                        .ignoreExceptions()
                        .until(() -> join(admit(wish)), result -> true)
                instanceof Accepted;
    }

    private static void assertEndsAsPromised(CompletionStage<?> asked) {
        try {
            join(asked);
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(SeckillUnavailableException.class);
        }
    }

    private long listeners(LocalRedis server) {
        return (long) ((List<?>) server.command("PUBSUB", "NUMSUB", keys.signals())).get(1);
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
