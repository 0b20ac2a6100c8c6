package io.seckill.engine;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.SeckillMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Runs callers of one lane against each other, many times, and checks that each outcome can be explained by some order: whoever sends whose purchase, and whoever drains the queue, every
 * caller gets the answer of its own purchase, exactly once, as if the purchases had come one after the other.
 */
public class LaneLinearizabilityTest {

    private static final SaleId SALE = new SaleId("sale");
    private static final int STOCK = 4;

    private final Lane lane = new Lane(
            SALE,
            new LaneContext(
                    new ScriptedGate(new CountingDown()),
                    SeckillMetrics.NONE,
                    new EngineConfig(2, 1, 100, Duration.ofHours(1), Duration.ZERO),
                    Runnable::run,
                    new AtomicBoolean(),
                    results -> {},
                    results -> {}));

    /** Returns the place in the queue of buyers that the gate gave to this purchase, or that nothing was left. */
    @Operation
    public String buy() {
        Reservation wanted = Reservation.of(SALE, new BuyerId("buyer"), new OrderId("order"), 1);
        BlockingPurchase purchase = new BlockingPurchase(
                wanted, System.nanoTime() + Duration.ofHours(1).toNanos());
        lane.reserve();
        lane.enter(purchase);
        PurchaseResult result = BlockingPurchase.resultOf(purchase.await(new LaneContext(
                ScriptedGate.silent(),
                SeckillMetrics.NONE,
                EngineConfig.DEFAULT,
                Runnable::run,
                new AtomicBoolean(),
                results -> {},
                results -> {})));
        return result instanceof Accepted accepted
                ? "accepted " + accepted.reservation().order()
                : ((Rejected) result).reason().tag();
    }

    @Test
    void everyCallerGetsItsOwnAnswerInEveryInterleaving() {
        new StressOptions()
                .iterations(30)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(1)
                .sequentialSpecification(OneByOne.class)
                .check(getClass());
    }

    /** What the lane must look like from outside. */
    public static final class OneByOne {

        private int sold;

        /** Sells one. */
        public String buy() {
            return sold < STOCK ? "accepted " + ++sold : Reason.SOLD_OUT.tag();
        }
    }

    /** A gate that numbers what it sells; atomic, as gates are. */
    private static final class CountingDown implements java.util.function.Consumer<ScriptedGate.Asked> {

        private int sold;

        @Override
        public synchronized void accept(ScriptedGate.Asked asked) {
            for (int i = 0; i < 500; i++) {
                Thread.onSpinWait(); // long enough for others to queue behind this call
            }
            List<PurchaseResult> results = new ArrayList<>();
            for (Reservation wanted : asked.wanted()) {
                results.add(
                        sold < STOCK
                                ? new Accepted(numbered(wanted, ++sold), false)
                                : Rejected.because(Reason.SOLD_OUT));
            }
            asked.answer().complete(results);
        }

        private static Reservation numbered(Reservation wanted, int number) {
            return Reservation.of(wanted.sale(), wanted.buyer(), new OrderId(Integer.toString(number)), 1);
        }
    }
}
