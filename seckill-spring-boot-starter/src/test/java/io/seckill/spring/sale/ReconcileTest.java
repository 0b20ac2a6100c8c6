package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Operator;
import io.seckill.OrderId;
import io.seckill.PaymentId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.reconcile.BooksReconciler;
import io.seckill.reconcile.Drift;
import io.seckill.reconcile.DriftKind;
import io.seckill.reconcile.DriftReport;
import io.seckill.reconcile.Rebuild;
import io.seckill.reconcile.ReconcileConfig;
import io.seckill.reconcile.Repair;
import io.seckill.spi.GateBooks;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What differs between gate and ledger is found and mended; what only seems to differ is left alone. */
class ReconcileTest {

    private static final String PREFIX = "reconcile-" + UUID.randomUUID();
    private static final int TURNS = 3_000;
    private static final Operator OPERATOR = Operator.named("operator");

    private static LocalDatabase database;
    private static ReconciledShop shop;

    @BeforeAll
    static void open() {
        database = LocalDatabase.shared().newSchema();
        shop = shop();
    }

    @AfterAll
    static void close() {
        shop.shop().close();
        database.close();
    }

    private static ReconciledShop shop(String... properties) {
        List<String> all = new ArrayList<>(List.of("seckill.reconcile.settle=50ms", "seckill.reconcile.page=40"));
        all.addAll(List.of(properties));
        Shop opened = Shop.open(LocalRedis.shared(), database, PREFIX, all.toArray(String[]::new));
        return ReconciledShop.of(opened, LocalRedis.shared());
    }

    /** A way to make gate and ledger differ, behind the back of both. */
    @SuppressWarnings("ImmutableEnumChecker") // what it plants is code
    enum Plant {
        COUNTERS_DO_NOT_ADD_UP((shop, sale) -> shop.count(sale, "available", 1)),
        COUNTERS_DIFFER_FROM_HOLDINGS((shop, sale) -> {
            shop.count(sale, "available", -1);
            shop.count(sale, "reserved", 1);
        }),
        LEDGER_COUNT_DIFFERS((shop, sale) -> change(shop, "seckill_sale SET held = held + 1 WHERE sale_id = ?", sale)),
        TOTALS_DIFFER((shop, sale) -> change(shop, "seckill_sale SET total = total + 5 WHERE sale_id = ?", sale)),
        ORDER_LOST(
                (shop, sale) -> {
                    shop.shop().jdbc.update("DELETE FROM seckill_order WHERE order_id = ?", id(shop, sale, 0));
                    change(shop, "seckill_sale SET held = held - 1 WHERE sale_id = ?", sale);
                },
                0),
        ORDER_NOT_HELD(
                (shop, sale) -> {
                    shop.forget(sale, Samples.buyer(2));
                    shop.count(sale, "sold", -3);
                    shop.count(sale, "available", 3);
                },
                2),
        LIVE_BUT_RELEASED((shop, sale) -> shop.release(shop.held(sale, 1)), 1),
        DEAD_BUT_HELD(
                (shop, sale) -> {
                    OrderId order = shop.order(sale, 1);
                    shop.ledger().cancel(order, ReleaseReason.CANCELLED_BY_SHOP);
                    shop.ledger().told(List.of(order));
                },
                1),
        PAID_NOT_SOLD(
                (shop, sale) -> {
                    OrderId order = shop.order(sale, 1);
                    shop.ledger().pay(order, new PaymentId("untold-" + order));
                    shop.ledger().told(List.of(order));
                },
                1),
        SOLD_NOT_PAID((shop, sale) -> shop.countSold(shop.held(sale, 0)), 0);

        private final BiConsumer<ReconciledShop, Sale> plant;
        private final BiFunction<ReconciledShop, Sale, List<OrderId>> orders;

        Plant(BiConsumer<ReconciledShop, Sale> plant) {
            this.plant = plant;
            this.orders = (shop, sale) -> List.of();
        }

        Plant(BiConsumer<ReconciledShop, Sale> plant, int buyer) {
            this.plant = plant;
            this.orders = (shop, sale) -> List.of(shop.order(sale, buyer));
        }

        DriftKind kind() {
            return DriftKind.valueOf(name());
        }

        private static void change(ReconciledShop shop, String update, Sale sale) {
            shop.shop().jdbc.update("UPDATE " + update, sale.id().value());
        }

        private static String id(ReconciledShop shop, Sale sale, int buyer) {
            return shop.order(sale, buyer).value();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDriftIsFoundWithItsOrdersAndRepairedOnce(Plant plant) {
        Sale sale = shop.resting();
        shop.assertAgreed(sale);
        List<OrderId> orders = plant.orders.apply(shop, sale);

        plant.plant.accept(shop, sale);

        DriftReport found = shop.check(sale);
        assertThat(found.drifts()).singleElement().satisfies(drift -> {
            assertThat(drift.kind()).isEqualTo(plant.kind());
            assertThat(drift.orders()).isEqualTo(orders);
            assertThat(drift.figures().isEmpty()).isEqualTo(!orders.isEmpty());
        });
        String audit = shop.audit(sale);

        List<String> planned = ((Repair.Done) shop.reconciler().planRepair(sale.id())).steps();
        assertThat(planned).hasSize(1);
        assertThat(shop.check(sale)).isEqualTo(found);
        assertThat(shop.audit(sale)).isEqualTo(audit);

        Repair.Done repaired = (Repair.Done) shop.reconciler().repair(sale.id(), OPERATOR);
        assertThat(repaired.steps()).isEqualTo(planned);
        assertThat(repaired.left().clean()).isTrue();
        assertThat(shop.audit(sale)).contains("operator", "repair: " + planned.get(0));
        audit = shop.audit(sale);
        shop.shop().awaitDrained();
        shop.assertAgreed(sale);

        assertThat(((Repair.Done) shop.reconciler().repair(sale.id(), OPERATOR)).steps())
                .isEmpty();
        assertThat(shop.audit(sale)).isEqualTo(audit);
    }

    @Test
    void whereNothingDiffersNeitherOutboxNorDeadLettersAreRead() {
        Sale sale = shop.resting();
        List<String> calls = new ArrayList<>();

        assertThat(shop.intercepted(calls::add).check(sale.id()).orElseThrow().drifts())
                .isEmpty();

        assertThat(calls).contains("holdings").doesNotContain("parcels", "deadLetters");
    }

    @Test
    void allDriftsAtOnceAreFoundAndRepaired() {
        Sale sale = shop.opened(40, 5);
        IntStream.range(0, 12).forEach(buyer -> shop.accepted(sale, buyer, 1 + buyer % 3));
        shop.shop().awaitDrained();
        shop.pause(sale.id());
        shop.release(shop.held(sale, 1));
        OrderId dead = shop.order(sale, 4);
        shop.ledger().cancel(dead, ReleaseReason.NOT_PAID);
        OrderId paid = shop.order(sale, 7);
        shop.ledger().pay(paid, new PaymentId("untold-" + paid));
        shop.ledger().told(List.of(dead, paid));
        OrderId lost = shop.order(sale, 9);
        shop.shop().jdbc.update("DELETE FROM seckill_order WHERE order_id = ?", lost.value());
        OrderId forgotten = shop.order(sale, 10);
        shop.forget(sale, Samples.buyer(10));
        shop.countSold(shop.held(sale, 11));
        shop.count(sale, "available", 7);

        assertThat(shop.check(sale).drifts())
                .extracting(Drift::kind)
                .containsExactly(
                        DriftKind.COUNTERS_DO_NOT_ADD_UP,
                        DriftKind.COUNTERS_DIFFER_FROM_HOLDINGS,
                        DriftKind.LEDGER_COUNT_DIFFERS,
                        DriftKind.ORDER_LOST,
                        DriftKind.ORDER_NOT_HELD,
                        DriftKind.LIVE_BUT_RELEASED,
                        DriftKind.DEAD_BUT_HELD,
                        DriftKind.PAID_NOT_SOLD,
                        DriftKind.SOLD_NOT_PAID);
        assertThat(shop.check(sale).orders(DriftKind.ORDER_NOT_HELD)).containsExactly(forgotten);

        assertThat(((Repair.Done) shop.reconciler().repair(sale.id(), OPERATOR))
                        .left()
                        .clean())
                .isTrue();
        shop.shop().awaitDrained();
        shop.assertAgreed(sale);
        assertThat(shop.shop().orders(sale.id(), "UNPAID")).contains(lost.value());
    }

    @Test
    void anotherEpochOrASaleMissingIsNotRepairedButRebuilt() {
        Sale epoch = shop.resting();
        shop.redis().command("HSET", shop.keys().sale(epoch.id()), "epoch", "7");
        Sale missing = shop.resting();
        shop.redis().command("DEL", shop.keys().sale(missing.id()), shop.keys().buyers(missing.id()));

        assertThat(shop.check(epoch).has(DriftKind.EPOCHS_DIFFER)).isTrue();
        assertThat(shop.check(missing).has(DriftKind.SALE_MISSING)).isTrue();
        for (Sale sale : List.of(epoch, missing)) {
            assertThat(((Repair.Refused) shop.reconciler().repair(sale.id(), OPERATOR)).why())
                    .contains(sale.id().value(), "rebuild it");

            assertThat(shop.reconciler().rebuild(sale.id(), OPERATOR)).isInstanceOf(Rebuild.Done.class);
            shop.assertAgreed(sale);
        }
    }

    @Test
    void aLiveOrderForWhichThereIsNoRoomIsLeftAndNamed() {
        Sale sale = shop.resting();
        shop.release(shop.held(sale, 1));
        shop.count(sale, "total", -16);
        shop.count(sale, "available", -16);
        shop.shop()
                .jdbc
                .update(
                        "UPDATE seckill_sale SET total = 4, held = 4 WHERE sale_id = ?",
                        sale.id().value());

        Repair.Done repaired = (Repair.Done) shop.reconciler().repair(sale.id(), OPERATOR);

        assertThat(repaired.steps()).isEmpty();
        assertThat(repaired.left().orders(DriftKind.LIVE_BUT_RELEASED)).containsExactly(shop.order(sale, 1));
    }

    @Test
    void nothingIsRepairedWhileTheSaleIsOpenOrItsOrdersAreInTheOutbox() {
        try (Shop selling = shop("seckill.relay.enabled=false", "seckill.redis.key-prefix=" + PREFIX + "-idle")
                .shop()) {
            ReconciledShop idle = ReconciledShop.of(selling, LocalRedis.shared());
            Sale sale = idle.opened(10, 1);
            assertThat(refusal(idle, sale)).contains(sale.id().value(), "is open; pause it first");

            idle.accepted(sale, 0, 1);
            idle.pause(sale.id());
            assertThat(refusal(idle, sale)).contains("outbox");
            idle.redis().command("HSET", idle.keys().sale(sale.id()), "plan", "key 10 12 operator");
            assertThat(refusal(idle, sale)).contains("half done");
            assertThat(idle.check(sale).notCompared())
                    .singleElement()
                    .asString()
                    .contains("half done");
            assertThat(((Rebuild.Refused) idle.reconciler().rebuild(sale.id(), OPERATOR)).why())
                    .contains("half done");
            assertThat(idle.reconciler().planRepair(sale.id())).isInstanceOf(Repair.Refused.class);
            assertThat(idle.reconciler().planRepair(Samples.saleId())).isInstanceOf(Repair.Unknown.class);
            assertThat(idle.reconciler().check(Samples.saleId())).isEmpty();
        }
    }

    private static String refusal(ReconciledShop shop, Sale sale) {
        return ((Repair.Refused) shop.reconciler().repair(sale.id(), OPERATOR)).why();
    }

    @Test
    void whatIsOnItsWayIsNoDrift() {
        try (Shop selling = shop("seckill.relay.enabled=false", "seckill.redis.key-prefix=" + PREFIX + "-way")
                .shop()) {
            ReconciledShop slow = ReconciledShop.of(selling, LocalRedis.shared());
            Sale sale = slow.opened(10, 1);
            Outbox outbox = selling.context.getBean(Outbox.class);
            Reservation waiting = slow.accepted(sale, 0, 1);
            slow.assertAgreed(sale);

            Parcel parcel = outbox.take(slow.keys().partition(sale.id()), 10).get(0);
            slow.assertAgreed(sale);
            slow.ledger().deliver(parcel.reservations());
            slow.assertAgreed(sale);
            outbox.settle(parcel, List.of(new DeadLetter(waiting, 3, "first", "last")));
            slow.shop()
                    .jdbc
                    .update(
                            "DELETE FROM seckill_order WHERE order_id = ?",
                            waiting.order().value());
            slow.shop()
                    .jdbc
                    .update(
                            "UPDATE seckill_sale SET held = 0 WHERE sale_id = ?",
                            sale.id().value());
            slow.assertAgreed(sale);

            Reservation paid = slow.accepted(sale, 1, 1);
            Reservation cancelled = slow.accepted(sale, 2, 1);
            Parcel[] parcels = outbox.take(slow.keys().partition(sale.id()), 10).toArray(Parcel[]::new);
            for (Parcel each : parcels) {
                slow.ledger().deliver(each.reservations());
                outbox.settle(each, List.of());
            }
            slow.ledger().pay(paid.order(), new PaymentId("payment"));
            slow.ledger().cancel(cancelled.order(), ReleaseReason.NOT_PAID);
            slow.assertAgreed(sale);
        }
    }

    @Test
    void anOrderThatMovesDuringALookIsLookedAtAgain() {
        try (Shop selling = shop("seckill.relay.enabled=false", "seckill.redis.key-prefix=" + PREFIX + "-look")
                .shop()) {
            ReconciledShop slow = ReconciledShop.of(selling, LocalRedis.shared());
            Sale sale = slow.opened(10, 1);
            Outbox outbox = selling.context.getBean(Outbox.class);
            Reservation one = slow.accepted(sale, 0, 1);
            Deque<String> moves = new ArrayDeque<>(List.of("parcels", "holdings"));

            // at first sight it is not in the ledger; the closer look finds it there, and then the gate has released it
            DriftReport report = slow.intercepted(call -> {
                        if (call.equals(moves.peek())) {
                            if (moves.remove().equals("parcels")) {
                                Parcel parcel = outbox.take(slow.keys().partition(sale.id()), 10)
                                        .get(0);
                                slow.ledger().deliver(parcel.reservations());
                                outbox.settle(parcel, List.of());
                            } else {
                                slow.cancel(one);
                            }
                        }
                    })
                    .check(sale.id())
                    .orElseThrow();

            assertThat(moves).isEmpty();
            assertThat(report.drifts()).isEmpty();
        }
    }

    @Test
    void aRunningSaleNeverSeemsToDrift() {
        Sale sale = shop.opened(2_000, 2);
        AtomicInteger turns = new AtomicInteger();
        List<CompletableFuture<Void>> buyers = IntStream.range(0, 8)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> trade(sale, turns)))
                .toList();

        int checks = 0;
        do {
            DriftReport report = shop.check(sale);
            assertThat(report.drifts()).as("check %s", checks).isEmpty();
            checks++;
        } while (checks < 20 && turns.get() < TURNS);
        turns.set(TURNS);

        buyers.forEach(CompletableFuture::join);
        assertThat(checks).isGreaterThanOrEqualTo(5);
        shop.shop().awaitDrained();
        shop.assertAgreed(sale);
    }

    /** Buys, and pays or cancels earlier orders of others as soon as they are stored. */
    private static void trade(Sale sale, AtomicInteger turns) {
        List<Reservation> mine = new ArrayList<>();
        for (int turn = turns.getAndIncrement(); turn < TURNS; turn = turns.getAndIncrement()) {
            if (shop.shop().buy(PurchaseRequest.of(sale.id(), Samples.buyer(turn))) instanceof Accepted accepted) {
                mine.add(accepted.reservation());
            }
            if (turn % 3 == 0 && !mine.isEmpty()) {
                Reservation one = mine.remove(0);
                await().atMost(Duration.ofSeconds(60))
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> shop.ledger().find(one.order()).isPresent());
                if (turn % 2 == 0) {
                    shop.pay(one);
                } else {
                    shop.cancel(one);
                }
            }
        }
    }

    @Test
    void moreThanCanBeNamedIsCountedAndMendedAllTheSame() {
        Sale sale = shop.opened(20, 1);
        IntStream.range(0, 9).forEach(buyer -> shop.accepted(sale, buyer, 1));
        shop.shop().awaitDrained();
        shop.pause(sale.id());
        IntStream.range(0, 9).forEach(buyer -> shop.release(shop.held(sale, buyer)));
        BooksReconciler terse = new BooksReconciler(
                shop.shop().context.getBean(GateBooks.class),
                shop.shop().context.getBean(Outbox.class),
                shop.ledger(),
                shop.ledger(),
                ReconcileConfig.DEFAULT.withNamed(4).withPage(2).withSettle(Duration.ZERO));

        DriftReport report = terse.check(sale.id()).orElseThrow();
        assertThat(report.orders(DriftKind.LIVE_BUT_RELEASED)).hasSize(4);
        assertThat(report.unnamed()).isEqualTo(5);

        assertThat(((Repair.Done) terse.repair(sale.id(), OPERATOR)).left().clean())
                .isTrue();
        shop.assertAgreed(sale);
    }
}
