package io.seckill.redis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.seckill.BuyerId;
import io.seckill.Operator;
import io.seckill.OrderId;
import io.seckill.PurchaseResult;
import io.seckill.ReleaseReason;
import io.seckill.RequestKey;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.RedisLuaGate;
import io.seckill.redis.RedisLuaSaleRegistry;
import io.seckill.redis.driver.LettuceDriver;
import io.seckill.spi.SaleChange;
import io.seckill.spi.StockChange;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Random sequences of everything that can happen to a sale, on real Redis, beside a model in plain Java: every answer, every counter and
 * every holding must agree after each step. A failing sequence is shrunk to a short one.
 */
class GateModelTest {

    private static final int SEQUENCES = 320;
    private static final int LONGEST = 160;
    private static final int LEAST_STEPS_PER_BUILD = 20_000;
    private static final int SALES = 4;
    private static final int BUYERS = 3;
    private static final Instant NOW = Instant.now();

    private static RedisClient client;
    private static LettuceDriver driver;
    private static RedisLuaGate gate;
    private static RedisLuaSaleRegistry registry;
    private static int sequence;
    private static int steps;

    private final Map<Integer, SaleModel> models = new HashMap<>();

    @BeforeContainer
    static void connect() {
        client = RedisClient.create(LocalRedis.shared().uri());
        driver = LettuceDriver.of(client, Duration.ofSeconds(5));
        RedisKeys keys = new RedisKeys("model", 8);
        gate = new RedisLuaGate(driver, keys);
        registry = new RedisLuaSaleRegistry(driver, keys);
    }

    @AfterContainer
    static void disconnect() {
        driver.close();
        client.shutdown();
        assertThat(steps).isGreaterThanOrEqualTo(LEAST_STEPS_PER_BUILD);
    }

    @Property(tries = SEQUENCES, edgeCases = EdgeCasesMode.NONE)
    void behavesLikeTheModel(@ForAll("sequences") List<Step> sequenceOfSteps) {
        sequence++;
        models.clear();
        for (Step step : sequenceOfSteps) {
            steps++;
            take(step);
            assertAgreement(step.sale());
        }
    }

    private void take(Step step) {
        SaleModel model = model(step.sale());
        SaleId sale = id(step.sale());
        if (step instanceof Step.Open open) {
            Sale definition = definition(open);
            assertThat(registry.open(definition)).isEqualTo(model.open(definition));
        } else if (step instanceof Step.Purchase purchase) {
            List<Reservation> wanted =
                    purchase.wishes().stream().map(wish -> wanted(sale, wish)).toList();
            List<PurchaseResult> expected =
                    wanted.stream().map(one -> model.purchase(one, NOW)).toList();
            assertThat(join(gate.admit(sale, wanted))).isEqualTo(expected);
        } else if (step instanceof Step.Release release) {
            List<Reservation> named =
                    release.held().stream().map(held -> named(sale, held)).toList();
            int expected = named.stream()
                    .mapToInt(one -> model.release(one, ReleaseReason.CANCELLED_BY_BUYER))
                    .sum();
            assertThat(join(gate.release(sale, named, ReleaseReason.CANCELLED_BY_BUYER)))
                    .isEqualTo(expected);
        } else if (step instanceof Step.CountSold count) {
            List<Reservation> named =
                    count.paid().stream().map(held -> named(sale, held)).toList();
            int expected = named.stream().mapToInt(model::countSold).sum();
            assertThat(join(gate.countSold(sale, named))).isEqualTo(expected);
        } else if (step instanceof Step.ChangeStock add) {
            boolean made = model.changeStock(add.quantity());
            assertThat(registry.changeStock(sale, add.quantity(), Operator.APPLICATION, StockChange.Book.NONE)
                            .made())
                    .isEqualTo(made);
        } else if (step instanceof Step.Pause) {
            model.change(SaleState.PAUSED);
            registry.change(sale, new SaleChange.Pause(), Operator.APPLICATION);
        } else if (step instanceof Step.Resume) {
            model.change(SaleState.OPEN);
            registry.change(sale, new SaleChange.Resume(), Operator.APPLICATION);
        } else {
            model.change(SaleState.CLOSED);
            registry.change(sale, new SaleChange.Close(), Operator.APPLICATION);
        }
    }

    private void assertAgreement(int number) {
        SaleModel model = model(number);
        Optional<SaleStatus> found = registry.find(id(number));
        if (model.sale == null) {
            assertThat(found).isEmpty();
            return;
        }
        SaleStatus status = found.orElseThrow();
        assertThat(status.sale()).isEqualTo(model.sale);
        assertThat(status.state()).isEqualTo(model.state);
        assertThat(status.available()).isEqualTo(model.available).isNotNegative();
        assertThat(status.sold()).isEqualTo(model.sold);
        assertThat(status.available() + status.reserved() + status.sold())
                .isEqualTo(status.sale().total());
        for (int buyer = 0; buyer < BUYERS; buyer++) {
            BuyerId id = buyer(buyer);
            assertThat(join(gate.holdings(model.sale.id(), id))).isEqualTo(model.held(id));
        }
    }

    private SaleModel model(int number) {
        return models.computeIfAbsent(number, unused -> new SaleModel());
    }

    private static SaleId id(int number) {
        return new SaleId(sequence + "-" + number);
    }

    private static BuyerId buyer(int number) {
        return new BuyerId("b" + number);
    }

    private static Sale definition(Step.Open open) {
        long shift = open.sale() == 2 ? 7_200 : open.sale() == 3 ? -7_200 : 0;
        Instant opens = NOW.plusSeconds(shift - 3_600);
        return new Sale(id(open.sale()), open.total(), open.limit(), opens, opens.plusSeconds(7_000));
    }

    private static Reservation wanted(SaleId sale, Step.Wish wish) {
        Optional<RequestKey> key = wish.key() == 0 ? Optional.empty() : Optional.of(new RequestKey("k" + wish.key()));
        return new Reservation(sale, buyer(wish.buyer()), order(wish.order()), wish.quantity(), key);
    }

    private static Reservation named(SaleId sale, Step.Held held) {
        return Reservation.of(sale, buyer(held.buyer()), order(held.order()), 1);
    }

    private static OrderId order(int number) {
        return new OrderId(Long.toString(541_239_876_543_210_900L + number));
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    @Provide
    Arbitrary<List<Step>> sequences() {
        Arbitrary<Integer> sale =
                Arbitraries.frequency(Tuple.of(6, 0), Tuple.of(3, 1), Tuple.of(1, 2), Tuple.of(1, SALES - 1));
        Arbitrary<Step.Wish> wish = Combinators.combine(
                        Arbitraries.integers().between(0, BUYERS - 1),
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.frequency(Tuple.of(5, 1), Tuple.of(2, 2), Tuple.of(1, 4)),
                        Arbitraries.integers().between(0, 6))
                .as(Step.Wish::new);
        Arbitrary<Step.Held> held = Combinators.combine(
                        Arbitraries.integers().between(0, BUYERS - 1),
                        Arbitraries.integers().between(0, 40))
                .as(Step.Held::new);
        Arbitrary<Step> open = Combinators.combine(
                        sale,
                        Arbitraries.frequency(Tuple.of(4, 12), Tuple.of(1, 30)),
                        Arbitraries.frequency(Tuple.of(4, 5), Tuple.of(1, 2)))
                .as(Step.Open::new);
        Arbitrary<Step> purchase =
                Combinators.combine(sale, wish.list().ofMinSize(1).ofMaxSize(5)).as(Step.Purchase::new);
        Arbitrary<Step> release =
                Combinators.combine(sale, held.list().ofMinSize(1).ofMaxSize(5)).as(Step.Release::new);
        Arbitrary<Step> count =
                Combinators.combine(sale, held.list().ofMinSize(1).ofMaxSize(3)).as(Step.CountSold::new);
        Arbitrary<Step> add = Combinators.combine(
                        sale, Arbitraries.integers().between(-6, 6).filter(items -> items != 0))
                .as(Step.ChangeStock::new);
        Arbitrary<Step> step = Arbitraries.frequencyOf(
                Tuple.of(6, open),
                Tuple.of(24, purchase),
                Tuple.of(8, release),
                Tuple.of(4, count),
                Tuple.of(3, add),
                Tuple.of(2, sale.map(Step.Pause::new)),
                Tuple.of(4, sale.map(Step.Resume::new)),
                Tuple.of(1, sale.map(Step.Close::new)));
        return Arbitraries.integers()
                .between(1, LONGEST)
                .withDistribution(RandomDistribution.uniform())
                .flatMap(length -> step.list().ofSize(length));
    }
}
