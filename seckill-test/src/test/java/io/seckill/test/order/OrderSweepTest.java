package io.seckill.test.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.seckill.LatePayment;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SeckillListener;
import io.seckill.event.Events;
import io.seckill.order.OrderDesk;
import io.seckill.order.OrderSweep;
import io.seckill.order.SweepConfig;
import io.seckill.spi.LatePaymentHandler;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SinkUnavailableException;
import io.seckill.test.contract.MovableClock;
import io.seckill.test.contract.Samples;
import io.seckill.test.log.LogLines;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class OrderSweepTest {

    private static final PaymentId PAYMENT = new PaymentId("payment-1");
    private static final SweepConfig CONFIG = SweepConfig.DEFAULT
            .withInterval(Duration.ofMillis(10))
            .withBatch(8)
            .withClaim(Duration.ofMillis(50))
            .withMaxPause(Duration.ofMillis(40));
    private static final Duration NEVER = Duration.ofHours(1);

    private final MovableClock clock = new MovableClock();
    private final WatchedLedger watched = new WatchedLedger(clock);
    private final TellingGate gate = new TellingGate();
    private final List<OrderId> expired = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> counted = new ConcurrentHashMap<>();
    private final SeckillMetrics metrics = new SeckillMetrics() {
        @Override
        public void ordersChanged(OrderChangeKind kind, int orders) {
            counted.merge(kind.name(), orders, Integer::sum);
        }

        @Override
        public void latePaymentHandled(boolean refunded) {
            counted.merge(refunded ? "refunded" : "failed", 1, Integer::sum);
        }
    };
    private final Events events = new Events(
            List.of(new SeckillListener() {
                @Override
                public void expired(Order order) {
                    expired.add(order.reservation().order());
                }
            }),
            metrics);
    private final OrderDesk desk = new OrderDesk(watched.ledger, gate, events, metrics);
    private final Sale sale = Samples.openSale(1_000, 1);
    private final AtomicInteger buyers = new AtomicInteger();
    private final List<OrderSweep> sweeps = new ArrayList<>();

    @RegisterExtension
    final LogLines log = new LogLines(OrderSweep.class, Level.INFO);

    @BeforeEach
    void start() {
        watched.ledger.open(sale);
    }

    @AfterEach
    void stop() {
        watched.before(call -> {});
        sweeps.forEach(OrderSweep::stop);
        events.close();
    }

    @Test
    void cancelsWhatWasNotPaidInTimeInBatchesAtOnce() {
        List<Reservation> late = orders(20);
        passDeadline();
        List<Reservation> intime = orders(5);

        sweep(CONFIG.withInterval(NEVER)).start();

        await().untilAsserted(() -> assertThat(gate.released).containsExactlyInAnyOrderElementsOf(late));
        assertThat(gate.reasons).containsOnly(ReleaseReason.NOT_PAID);
        await().untilAsserted(() -> assertThat(watched.count("claimUntold")).isEqualTo(1));
        assertThat(watched.count("expire")).isEqualTo(3);
        assertThat(counted).containsEntry("EXPIRED", 20);
        await().untilAsserted(() -> assertThat(expired)
                .containsExactlyInAnyOrderElementsOf(
                        late.stream().map(Reservation::order).toList()));
        assertThat(watched.ledger.find(intime.get(0).order()))
                .hasValueSatisfying(order -> assertThat(order.status()).isEqualTo(OrderStatus.UNPAID));
        clock.pass(OrderLedger.TELLING);
        assertThat(watched.ledger.claimUntold(100, NEVER)).isEmpty();
    }

    @Test
    void severalSweepsDoNothingTwice() {
        List<Reservation> late = orders(200);
        passDeadline();

        for (int i = 0; i < 4; i++) {
            sweep(CONFIG).start();
        }

        await().untilAsserted(() -> assertThat(gate.released).hasSizeGreaterThanOrEqualTo(200));
        assertThat(gate.released).containsExactlyInAnyOrderElementsOf(late);
    }

    @Test
    void tellsWhatANodeLeftUntold() {
        List<Reservation> orders = orders(2);
        watched.ledger.pay(orders.get(0).order(), PAYMENT);
        watched.ledger.cancel(orders.get(1).order(), ReleaseReason.CANCELLED_BY_BUYER);
        sweep(CONFIG).start();
        await().until(() -> watched.count("claimUntold") > 2);
        assertThat(gate.sold).isEmpty();
        assertThat(gate.released).isEmpty();

        clock.pass(OrderLedger.TELLING);

        await().untilAsserted(() -> assertThat(gate.sold).containsExactly(orders.get(0)));
        await().untilAsserted(() -> assertThat(gate.released).containsExactly(orders.get(1)));
        assertThat(gate.reasons).containsExactly(ReleaseReason.CANCELLED_BY_BUYER);
        await().until(() -> watched.count("told") == 1);
        clock.pass(NEVER);
        assertThat(watched.ledger.claimUntold(10, NEVER)).isEmpty();
    }

    @Test
    void aLedgerThatFailsIsAskedWithPausesUntilItWorks() {
        List<Reservation> late = orders(3);
        passDeadline();
        AtomicInteger failures = new AtomicInteger();
        AtomicBoolean broken = new AtomicBoolean(true);
        watched.before(call -> {
            if (broken.get()) {
                if (failures.incrementAndGet() % 2 == 0) {
                    throw new LinkageError("worse");
                }
                throw new SinkUnavailableException("database is down", new ConnectException("refused"));
            }
        });
        OrderSweep sweep = sweep(CONFIG);
        sweep.start();
        await().until(() -> failures.get() >= 4);
        assertThat(sweep.status().failing()).isPresent();

        broken.set(false);

        await().untilAsserted(() -> assertThat(gate.released).containsExactlyInAnyOrderElementsOf(late));
        await().untilAsserted(() -> assertThat(sweep.status().failing()).isEmpty());
        assertThat(log.all())
                .hasSize(3)
                .startsWith(
                        "WARN The order ledger fails; trying again until it works: ConnectException: refused",
                        "WARN The order ledger fails; trying again until it works: LinkageError: worse")
                .last(STRING)
                .matches("INFO The order ledger works again, after \\d+ s");
    }

    @Test
    void aGateThatFailsIsToldLaterOnce() {
        List<Reservation> late = orders(20);
        passDeadline();
        gate.down = true;
        OrderSweep sweep = sweep(CONFIG);
        sweep.start();
        await().untilAsserted(() -> assertThat(counted).containsEntry("EXPIRED", 20));
        clock.pass(OrderLedger.TELLING);
        await().until(() -> watched.count("claimUntold") > 3);
        assertThat(sweep.status().failing()).isPresent();

        gate.down = false;
        await().pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
            clock.pass(CONFIG.claim());
            assertThat(gate.released).containsExactlyInAnyOrderElementsOf(late);
        });

        await().untilAsserted(() -> assertThat(sweep.status().failing()).isEmpty());
        assertThat(log.all())
                .hasSize(2)
                .first(STRING)
                .startsWith(
                        "WARN The gate, which is told of paid and cancelled orders, fails; trying again until it works: ");
        await().untilAsserted(() -> assertThat(expired).hasSize(20));
    }

    @Test
    void handsALatePaymentToTheHostAtOnce() {
        List<LatePayment> refunds = new CopyOnWriteArrayList<>();
        Reservation order = cancelled();
        sweep(CONFIG.withInterval(NEVER), refunds::add).start();
        await().until(() -> watched.count("latePayments") == 1);

        desk.pay(order.order(), PAYMENT);

        await().untilAsserted(() -> assertThat(refunds).hasSize(1));
        await().untilAsserted(() -> assertThat(desk.latePayments(10)).isEmpty());
        assertThat(refunds.get(0).order().reservation()).isEqualTo(order);
        await().untilAsserted(() -> assertThat(counted).containsEntry("refunded", 1));
    }

    @Test
    void aSlowRefundHoldsUpNeitherThePaymentNorTheSweep() {
        CountDownLatch bank = new CountDownLatch(1);
        Reservation order = cancelled();
        List<Reservation> late = orders(3);
        AtomicInteger refunds = new AtomicInteger();
        sweep(CONFIG.withClaim(NEVER), payment -> {
                    refunds.incrementAndGet();
                    awaitQuietly(bank);
                })
                .start();

        desk.pay(order.order(), PAYMENT);
        await().until(() -> refunds.get() == 1);
        passDeadline();

        await().untilAsserted(() -> assertThat(gate.released).containsAll(late));
        bank.countDown();
        await().untilAsserted(() -> assertThat(desk.latePayments(10)).isEmpty());
        assertThat(refunds).hasValue(1);
    }

    @Test
    void aRefundThatFailsIsTriedAgainWithGrowingPauses() {
        List<Long> tries = new CopyOnWriteArrayList<>();
        Reservation order = cancelled();
        Reservation other = cancelled();
        List<OrderId> refunded = new CopyOnWriteArrayList<>();
        desk.pay(order.order(), PAYMENT);
        desk.pay(other.order(), new PaymentId("payment-2"));
        sweep(CONFIG, payment -> {
                    if (payment.payment().equals(PAYMENT) && tries.size() < 4) {
                        tries.add(System.nanoTime());
                        throw new AssertionError("bank is closed");
                    }
                    refunded.add(payment.order().reservation().order());
                })
                .start();

        await().untilAsserted(() -> assertThat(desk.latePayments(10)).isEmpty());

        assertThat(refunded).containsExactly(other.order(), order.order());
        long claim = CONFIG.claim().toNanos();
        assertThat(tries.get(1) - tries.get(0)).isGreaterThanOrEqualTo(claim);
        assertThat(tries.get(2) - tries.get(1)).isGreaterThanOrEqualTo(2 * claim);
        assertThat(tries.get(3) - tries.get(2)).isGreaterThanOrEqualTo(4 * claim);
        assertThat(counted).containsEntry("failed", 4).containsEntry("refunded", 2);
        assertThat(log.all()).filteredOn(line -> line.startsWith("ERROR")).hasSize(1);
    }

    @Test
    void severalSweepsRefundAPaymentOnce() {
        AtomicInteger refunds = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            desk.pay(cancelled().order(), new PaymentId("payment-" + i));
        }
        for (int i = 0; i < 4; i++) {
            sweep(CONFIG.withClaim(NEVER), payment -> refunds.incrementAndGet()).start();
        }

        await().untilAsserted(() -> assertThat(desk.latePayments(100)).isEmpty());

        assertThat(refunds).hasValue(20);
    }

    @Test
    void stopsAndStartsAgain() {
        OrderSweep sweep = sweep(CONFIG);
        assertThat(sweep.status().running()).isFalse();
        assertThat(sweep.start()).isTrue();
        assertThat(sweep.start()).isFalse();
        assertThat(sweep.status().running()).isTrue();

        sweep.stop();
        sweep.stop();
        assertThat(sweep.status().running()).isFalse();
        long asked = watched.calls.size();
        List<Reservation> late = orders(1);
        passDeadline();
        assertThat(watched.count("expire")).isLessThanOrEqualTo(asked);
        assertThat(gate.released).isEmpty();

        sweep.start();
        await().untilAsserted(() -> assertThat(gate.released).containsExactlyElementsOf(late));
    }

    @Test
    void stoppingInterruptsWhatHangs() {
        CountDownLatch forever = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        watched.before(call -> {
            try {
                forever.await();
            } catch (InterruptedException e) {
                interrupted.set(true);
                throw new SinkUnavailableException("interrupted", e);
            }
        });
        OrderSweep sweep = sweep(new SweepConfig(
                CONFIG.interval(),
                8,
                CONFIG.claim(),
                CONFIG.maxPause(),
                Duration.ofMillis(50),
                SweepConfig.DEFAULT.threads()));
        sweep.start();
        await().until(() -> watched.count("expire") == 1);

        sweep.stop();

        assertThat(interrupted).isTrue();
    }

    @Test
    void namesABadValue() {
        assertThatThrownBy(() -> CONFIG.withInterval(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("interval must be positive, but was PT0S");
        assertThatThrownBy(() -> CONFIG.withBatch(0)).hasMessage("batch must be at least 1, but was 0");
        assertThatThrownBy(() -> CONFIG.withClaim(Duration.ofSeconds(-1))).hasMessageContaining("claim");
        assertThatThrownBy(() -> CONFIG.withMaxPause(Duration.ZERO)).hasMessageContaining("maxPause");
    }

    private OrderSweep sweep(SweepConfig config) {
        return sweep(config, Optional.empty());
    }

    private OrderSweep sweep(SweepConfig config, LatePaymentHandler handler) {
        return sweep(config, Optional.of(handler));
    }

    private OrderSweep sweep(SweepConfig config, Optional<LatePaymentHandler> handler) {
        OrderSweep sweep = new OrderSweep(desk, handler, config);
        sweeps.add(sweep);
        return sweep;
    }

    private List<Reservation> orders(int number) {
        List<Reservation> reservations = IntStream.range(0, number)
                .mapToObj(i -> Samples.one(sale.id(), Samples.buyer(buyers.incrementAndGet())))
                .toList();
        watched.ledger.deliver(reservations);
        return reservations;
    }

    private Reservation cancelled() {
        Reservation order = orders(1).get(0);
        watched.ledger.cancel(order.order(), ReleaseReason.CANCELLED_BY_BUYER);
        return order;
    }

    private void passDeadline() {
        clock.pass(sale.payWithin().plusSeconds(1));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
