package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.seckill.Operator;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.SeckillUnavailableException;
import io.seckill.redis.driver.LettuceDriver;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.StockChange;
import io.seckill.spi.Subscription;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gate while things break, on a server of its own. */
class RedisLuaGateFaultsTest {

    private final RedisKeys keys = RedisKeys.defaults();
    private LocalRedis redis;
    private RedisDriver driver;
    private RedisLuaGate gate;
    private RedisLuaSaleRegistry sales;

    @BeforeEach
    void start() {
        redis = LocalRedis.start();
        driver = Backend.lettuce(redis);
        gate = new RedisLuaGate(driver, keys);
        sales = new RedisLuaSaleRegistry(driver, keys);
    }

    @AfterEach
    void stop() {
        driver.close();
        redis.close();
    }

    @Test
    void aBuyerWhoGaveBackAHundredOrdersGetsNoMoreForWhatIsRememberedMustNotGrow() {
        SaleId sale = opened(10);
        List<Reservation> given = IntStream.range(0, 100)
                .mapToObj(number -> Samples.one(sale, Samples.buyer(1)))
                .toList();
        given.forEach(one -> {
            assertThat(admit(one).toCompletableFuture().join().get(0)).isInstanceOf(Accepted.class);
            gate.release(sale, List.of(one), ReleaseReason.CANCELLED_BY_BUYER)
                    .toCompletableFuture()
                    .join();
        });

        assertThat(admit(Samples.one(sale, Samples.buyer(1)), given.get(0), Samples.one(sale, Samples.buyer(2)))
                        .toCompletableFuture()
                        .join())
                .satisfiesExactly(
                        refused -> assertThat(refused).isEqualTo(Rejected.because(Reason.LIMIT_REACHED)),
                        replayed -> assertThat(replayed).isEqualTo(Rejected.because(Reason.RELEASED)),
                        other -> assertThat(other).isInstanceOf(Accepted.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sale", "buyers", "outbox"})
    void writesNothingWhenAKeyHasAnotherType(String broken) {
        SaleId sale = opened(10);
        String key = key(broken, sale);
        redis.command("DEL", key);
        redis.command("SET", key, "a string");
        String before = dump();

        assertRefused(admit(Samples.one(sale, Samples.buyer(1)), Samples.one(sale, Samples.buyer(2))), "WRONGTYPE");

        assertThat(dump()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sale", "buyers"})
    void releasesNothingWhenAKeyHasAnotherType(String broken) {
        SaleId sale = opened(10);
        Reservation held = Samples.one(sale, Samples.buyer(1));
        join(admit(held));
        String key = key(broken, sale);
        redis.command("DEL", key);
        redis.command("SET", key, "a string");
        String before = dump();

        assertRefused(gate.release(sale, List.of(held), ReleaseReason.CANCELLED_BY_BUYER), "WRONGTYPE");

        assertThat(dump()).isEqualTo(before);
    }

    @Test
    void answersWithoutTheOutboxWhenNothingIsAccepted() {
        SaleId sale = opened(1);
        join(admit(Samples.one(sale, Samples.buyer(1))));
        redis.command("DEL", key("outbox", sale));
        redis.command("SET", key("outbox", sale), "a string");

        assertThat(join(admit(Samples.one(sale, Samples.buyer(2)))))
                .containsExactly(PurchaseResult.Rejected.because(PurchaseResult.Reason.SOLD_OUT));
    }

    @Test
    void changesNoSaleWhoseKeyHasAnotherType() {
        SaleId sale = Samples.saleId();
        redis.command("SET", keys.sale(sale), "a string");
        Sale definition = new Sale(sale, 5, 1, Instant.now(), Instant.now().plusSeconds(60));

        assertThatThrownBy(() -> sales.open(definition)).hasMessageContaining("WRONGTYPE");
        assertThatThrownBy(() -> addStock(sale, 5)).hasMessageContaining("WRONGTYPE");
        assertThatThrownBy(() -> sales.find(sale)).hasMessageContaining("WRONGTYPE");
        assertThat(redis.command("GET", keys.sale(sale))).isEqualTo("a string");
        assertThat(sales.ids()).isEmpty();
    }

    @Test
    void writesNothingWhenMemoryIsShort() {
        SaleId sale = opened(10_000);
        Reservation held = Samples.one(sale, Samples.buyer(0));
        join(admit(held));
        String before = dump();
        redis.command("CONFIG", "SET", "maxmemory", "1000");

        assertRefused(admit(Samples.one(sale, Samples.buyer(1))), "OOM");
        assertRefused(admit(many(sale, 5_000)), "OOM");
        assertRefused(gate.release(sale, List.of(held), ReleaseReason.CANCELLED_BY_BUYER), "OOM");
        assertThatThrownBy(() -> sales.open(Samples.openSale(5, 1))).hasMessageContaining("OOM");
        assertThatThrownBy(() -> addStock(sale, 5)).hasMessageContaining("OOM");

        assertThat(join(admit(held))).containsExactly(new Accepted(held, true));
        assertThat(dump()).isEqualTo(before);
        redis.command("CONFIG", "SET", "maxmemory", "0");
        assertThat(join(admit(Samples.one(sale, Samples.buyer(1))))).hasOnlyElementsOfType(Accepted.class);
    }

    @Test
    void writesABatchWholeWhenMemoryRunsOutWithinIt() {
        SaleId sale = opened(10_000);
        long used = Long.parseLong(redis.info("used_memory"));
        redis.command("CONFIG", "SET", "maxmemory", Long.toString(used + 400_000));

        int accepted = 0;
        List<SeckillUnavailableException> refusals = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            try {
                accepted += join(admit(many(sale, 2_000, i * 2_000))).size();
            } catch (CompletionException e) {
                refusals.add((SeckillUnavailableException) e.getCause());
            }
        }

        assertThat(accepted).isBetween(2_000, 8_000);
        assertThat(refusals).isNotEmpty().allMatch(SeckillUnavailableException::outcomeKnown);
        assertConsistent(sale, accepted);
    }

    @Test
    void losesNothingWhileTheScriptCacheIsFlushed() {
        SaleId sale = opened(100_000);
        List<CompletionStage<List<PurchaseResult>>> calls = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            calls.add(admit(many(sale, 10, i * 10)));
            if (i % 20 == 0) {
                redis.command("SCRIPT", "FLUSH");
            }
        }

        assertThat(calls).allSatisfy(call -> assertThat(join(call)).hasOnlyElementsOfType(Accepted.class));
        assertConsistent(sale, 4_000);
    }

    @Test
    void settlesByAskingAgainWhatKilledConnectionsLeftOpen() {
        SaleId sale = opened(100_000);
        List<Reservation[]> batches = IntStream.range(0, 300)
                .mapToObj(i -> many(sale, 300, i * 300))
                .toList(); // so large that some always wait
        List<CompletionStage<List<PurchaseResult>>> calls = new ArrayList<>();
        for (Reservation[] batch : batches) {
            calls.add(admit(batch));
            if (calls.size() % 50 == 25) {
                redis.command("CLIENT", "KILL", "TYPE", "normal");
            }
        }

        int failed = 0;
        for (int i = 0; i < calls.size(); i++) {
            try {
                join(calls.get(i));
            } catch (CompletionException e) {
                failed++;
                Reservation[] batch = batches.get(i);
                await().ignoreExceptions()
                        .untilAsserted(() -> assertThat(join(admit(batch))).hasOnlyElementsOfType(Accepted.class));
            }
        }

        assertThat(failed).isPositive();
        assertConsistent(sale, 90_000);
    }

    @Test
    void answersTheFirstAnswerAfterALostResponse() {
        SaleId sale = opened(10);
        Reservation wanted = Samples.one(sale, Samples.buyer(1));
        join(admit(Samples.one(sale, Samples.buyer(2))));
        RedisDriver impatient = LettuceDriver.of(RedisClient.create(redis.uri()), Duration.ofMillis(300));
        RedisLuaGate impatientGate = new RedisLuaGate(impatient, keys);
        redis.pause();
        CompletionStage<List<PurchaseResult>> lost = impatientGate.admit(sale, List.of(wanted));
        assertThatThrownBy(() -> join(lost)).hasCauseInstanceOf(SeckillUnavailableException.class);
        redis.resume();
        await().untilAsserted(() -> assertConsistent(sale, 2));

        assertThat(join(admit(wanted))).containsExactly(new Accepted(wanted, true));
        assertConsistent(sale, 2);
        impatient.close();
    }

    @Test
    void announcesStockThatCameBackAndAnOutboxThatIsNoLongerEmpty() {
        SaleId sale = opened(1);
        Reservation held = Samples.one(sale, Samples.buyer(1));
        Queue<SaleId> returned = new ConcurrentLinkedQueue<>();
        Queue<String> signals = new ConcurrentLinkedQueue<>();
        Subscription stock = gate.onStockReturned(returned::add);
        Subscription all = driver.subscribe(keys.signals(), signals::add);
        await().until(() -> ((List<?>) redis.command("PUBSUB", "NUMSUB", keys.signals()))
                .get(1)
                .equals(1L));

        join(admit(held));
        join(gate.release(sale, List.of(held), ReleaseReason.CANCELLED_BY_BUYER));
        addStock(sale, 1);
        join(admit(Samples.one(sale, Samples.buyer(2))));

        await().untilAsserted(() -> assertThat(returned).containsExactly(sale, sale));
        assertThat(signals).containsExactly("outbox " + keys.partition(sale), "stock " + sale, "stock " + sale);
        stock.close();
        all.close();
    }

    @Test
    void addsStockOnceEvenIfEachCallArrivesTwice() {
        SaleId sale = opened(10);
        String script = LuaScript.beside(RedisLuaGate.class, "change-stock.lua").source();
        String[] call = {"EVAL", script, "3", keys.sale(sale), keys.audit(sale), keys.changes(sale)};
        String[] plan = words(call, "PLAN", "operator", "~token", "5", "1000");
        String[] finish = words(call, "FINISH", "~token 10 15 operator", "channel", "message");

        List.of(plan, plan, finish, finish, plan, finish).forEach(redis::command);

        assertThat(sales.find(sale).orElseThrow().sale().total()).isEqualTo(15);
        assertThat(sales.find(sale).orElseThrow().available()).isEqualTo(15);
    }

    private static String[] words(String[] first, String... more) {
        return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
    }

    private void addStock(SaleId sale, long items) {
        sales.changeStock(sale, items, Operator.APPLICATION, StockChange.Book.NONE);
    }

    private SaleId opened(long total) {
        Sale sale = Samples.openSale(total, 1);
        sales.open(sale);
        return sale.id();
    }

    private String key(String kind, SaleId sale) {
        return switch (kind) {
            case "sale" -> keys.sale(sale);
            case "buyers" -> keys.buyers(sale);
            default -> keys.outbox(keys.partition(sale));
        };
    }

    private CompletionStage<List<PurchaseResult>> admit(Reservation... wanted) {
        return gate.admit(wanted[0].sale(), List.of(wanted));
    }

    private static Reservation[] many(SaleId sale, int count) {
        return many(sale, count, 0);
    }

    private static Reservation[] many(SaleId sale, int count, int firstBuyer) {
        return IntStream.range(firstBuyer, firstBuyer + count)
                .mapToObj(i -> Samples.one(sale, Samples.buyer(i)))
                .toArray(Reservation[]::new);
    }

    private void assertConsistent(SaleId sale, int accepted) {
        SaleStatus status = sales.find(sale).orElseThrow();
        assertThat(status.reserved()).isEqualTo(accepted);
        assertThat(status.available() + status.reserved())
                .isEqualTo(status.sale().total());
        assertThat(Outboxes.of(redis, keys, sale))
                .hasSize(accepted)
                .extracting(Reservation::order)
                .doesNotHaveDuplicates();
        assertThat(redis.command("HLEN", keys.buyers(sale))).isEqualTo((long) accepted);
    }

    private static void assertRefused(CompletionStage<?> stage, String why) {
        assertThatThrownBy(() -> join(stage)).cause().isInstanceOfSatisfying(SeckillUnavailableException.class, e -> {
            assertThat(e).hasMessageContaining(why);
            assertThat(e.outcomeKnown()).isTrue();
        });
    }

    /** Everything in the server, to the byte. */
    private String dump() {
        return (String) redis.command("EVAL", """
                local all = {}
                local keys = redis.call('KEYS', '*')
                table.sort(keys)
                for _, key in ipairs(keys) do
                  all[#all + 1] = key .. redis.sha1hex(redis.call('DUMP', key))
                end
                return table.concat(all, ' ')
                """, "0");
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
